#!/usr/bin/env bash
# bash app/lint.sh [--changed]
# clang-format and clang-tidy over our sources, all or those that differ from HEAD; needs a configured build/dev.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kinds=('*.h' '*.cpp' '*.cu' '*.cuh')
if [ "${1:-}" = --changed ]; then mapfile -t files < <(git diff --name-only --diff-filter=d HEAD -- "${kinds[@]}")
else mapfile -t files < <(git ls-files -- "${kinds[@]}"); fi
[ ${#files[@]} -gt 0 ] || { echo "nothing to look at"; exit 0; }

clang-format --dry-run -Werror "${files[@]}"
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep '\.cpp$' | while read -r file; do
  if grep -qF "/$file\"" build/dev/compile_commands.json; then echo "$file"; fi
done)
[ ${#sources[@]} -eq 0 ] || printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/dev --quiet
