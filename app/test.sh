#!/usr/bin/env bash
# bash app/test.sh [--with-cuda]
# Installs what is missing, builds and runs every test; those of threads and memory again under the sanitizers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=app/setup.sh
. app/setup.sh

passed=0 failed=0 skipped=0 broken=0

# run_tests PRESET LABEL: adds up ctest's own counts; tests that could not be counted make the run fail.
run_tests() {
  local preset=$1 label=$2 report=$PWD/build/$1/tests-$2.xml runner=() status=0 tests failures skips
  rm -f "$report"
  # GCC 12's ThreadSanitizer cannot live with the widest address randomisation of newer kernels.
  if [ "$preset" = tsan ] && setarch "$(uname -m)" -R true 2>/dev/null; then runner=(setarch "$(uname -m)" -R); fi
  "${runner[@]}" ctest --test-dir "build/$preset" -L "^$label\$" -j "$(nproc)" --output-on-failure --no-tests=error \
    --output-junit "$report" >"$log" 2>&1 || status=$?
  grep -E '\*\*\*|Skipped|^[0-9]+% tests' "$log" || true
  if [ ! -s "$report" ]; then
    cat "$log"
    broken=1
    return
  fi
  count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p;T;q" "$report"; }
  tests=$(count tests) failures=$(count failures) skips=$(($(count skipped) + $(count disabled)))
  # LeakSanitizer's own tracer can fall over a thread that is just ending; what it ended so runs once more.
  if [ "$failures" -gt 0 ] && [ "$(grep -c 'LeakSanitizer has encountered a fatal error' "$log")" -eq "$failures" ]; then
    say "$preset, label $label: LeakSanitizer itself failed in $failures, which run again"
    if "${runner[@]}" ctest --test-dir "build/$preset" --rerun-failed --output-on-failure >"$log.again" 2>&1; then
      failures=0 status=0
    else cat "$log.again"; fi
  fi
  if [ "$failures" -gt 0 ]; then cat "$log"; fi
  if [ "$status" -ne 0 ] && [ "$failures" -eq 0 ]; then broken=1; fi
  if [ "$tests" -eq "$skips" ]; then say "$preset, label $label: EVERY test was skipped"; fi
  say "$preset, label $label: $((tests - failures - skips)) passed, $failures failed, $skips skipped"
  passed=$((passed + tests - failures - skips)) failed=$((failed + failures)) skipped=$((skipped + skips))
}

with_cuda=0
if [ "${1:-}" = --with-cuda ]; then with_cuda=1; fi
install_missing
find_cuda
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 LSAN_OPTIONS=suppressions=$PWD/cmake/lsan.supp:print_suppressions=0
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/cmake/tsan.supp:print_suppressions=0

if build dev all; then
  run_tests dev cpu
  if gpu_usable && grep -q '^FRAMELANE_HAS_CUDA:.*=ON' build/dev/CMakeCache.txt; then run_tests dev gpu
  else say "dev, label gpu: not run, there is no usable GPU or no nvcc"; fi
else broken=1; fi
asan_built=1
build asan sanitize_tests || asan_built=0 broken=1
# Meanwhile, with what they leave of the processors: asan's tests wait much.
(renice -n 19 -p "$BASHPID" >/dev/null; log=$log.tsan told_later=1; build tsan sanitize_tests) >"$log.said" 2>&1 & building=$!
if [ "$asan_built" = 1 ]; then run_tests asan sanitize; fi
tsan_built=1
wait "$building" || tsan_built=0 broken=1
cat "$log.said"
if [ "$tsan_built" = 1 ]; then run_tests tsan sanitize; fi

if [ "$broken" -ne 0 ]; then say "something did not build or could not be run: see above"; fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$broken" -eq 0 ] && [ "$passed" -gt 0 ]
