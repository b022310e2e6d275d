#!/usr/bin/env bash
# bash app/run.sh [--with-cuda] [INPUT] [options]
# Installs what is missing, builds, and plays INPUT (the sample clip without one): in a window where there is a display,
# otherwise a short stretch off-screen that ends with a summary and a screenshot.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
start=$PWD
cd "$root"
# shellcheck source=app/setup.sh
. app/setup.sh

with_cuda=0
if [ "${1:-}" = --with-cuda ]; then with_cuda=1; shift; fi
install_missing
find_cuda
build release framelane
program=$root/build/release/app/framelane
cd "$start"

case "${1:-}" in
  run | bench | report | filters | devices | --help | -h | --version) exec "$program" "$@" ;;
  play) shift ;;
esac
case "${1:-}" in
  -) ;;
  '' | -*) set -- "$root/assets/sample.mp4" "$@" ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec "$program" play "$@"; fi

export SDL_VIDEODRIVER=offscreen
picture=$root/build/screenshot.png
say "no display: playing off-screen"
[[ " $* " == *" --exit-after"* ]] || set -- "$@" --exit-after 120
if [[ " $* " != *" --screenshot"* ]]; then
  rm -f "$picture"
  set -- "$@" --screenshot "$picture"
fi
"$program" play "$@"
if [ -s "$picture" ]; then say "screenshot: $picture"; fi
