# Sourced by run.sh and test.sh: the packages, the CUDA toolkit, and one configure-and-build step.
# shellcheck shell=bash

packages=(build-essential cmake ninja-build pkg-config git
  libavcodec-dev libavformat-dev libavutil-dev libswscale-dev
  libsdl2-dev libimgui-dev libepoxy-dev libfontconfig1-dev libegl1 libgl1-mesa-dri fonts-inter fonts-dejavu-core
  libcli11-dev libfmt-dev nlohmann-json3-dev libxxhash-dev libpng-dev
  libgtest-dev libgmock-dev ffmpeg xxhash)

say() { printf 'framelane: %s\n' "$*"; }
fail() { printf 'framelane: %s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "this needs root and there is no sudo: $*"; fi
}

# Installs what dpkg does not list as installed; without anything missing it only asks dpkg.
install_missing() {
  command -v dpkg-query >/dev/null || { say "not Debian or Ubuntu: install these yourself: ${packages[*]}"; return 0; }
  local installed missing=() package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -qx "installed $package" <<<"$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

nvidia_driver_present() {
  command -v nvidia-smi >/dev/null || [ -e /proc/driver/nvidia/version ] ||
    /sbin/ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'
}

gpu_usable() { nvidia-smi -L 2>/dev/null | grep -q '^GPU'; }

# The lines that install NVIDIA's toolkit, of the newest release the driver runs.
toolkit_lines() {
  local id version release=13-0 repository
  id=$(. /etc/os-release && echo "$ID")
  version=$(. /etc/os-release && echo "${VERSION_ID//./}")
  nvidia-smi 2>/dev/null | grep -q 'CUDA Version: 12' && release=12-8
  repository=https://developer.download.nvidia.com/compute/cuda/repos/$id$version/$(uname -m)
  echo "apt-get install -y -qq ca-certificates curl"
  echo "curl -fsSLo /tmp/cuda-keyring.deb $repository/cuda-keyring_1.1-1_all.deb"
  echo "dpkg -i /tmp/cuda-keyring.deb"
  echo "apt-get update -qq"
  echo "apt-get install -y -qq cuda-toolkit-$release"
}

# Finds nvcc, also where the toolkit puts it outside PATH. with_cuda=1 installs it where it is missing.
find_cuda() {
  local line words
  if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ] && nvidia_driver_present; then
    if [ "${with_cuda:-0}" = 1 ]; then
      while read -r line; do read -ra words <<<"$line"; say "$line"; as_root "${words[@]}" </dev/null; done < <(toolkit_lines)
    else
      say "an NVIDIA driver but no nvcc: building for the CPU. --with-cuda runs these as root:"
      toolkit_lines | sed 's/^/    /'
    fi
  fi
  if command -v nvcc >/dev/null; then return 0; fi
  if [ -x /usr/local/cuda/bin/nvcc ]; then export CUDACXX=/usr/local/cuda/bin/nvcc; fi
}

# CUDA for the GPU that is here; without one for the oldest, whose PTX every newer one takes.
cuda_architectures() { if gpu_usable; then echo native; else echo 75; fi; }

# What 2 cores took for the program, in minutes of one.
first_build() {
  local cores
  cores=$(nproc)
  if [ "$1" = framelane ]; then say "building on $cores cores: up to $(((16 + cores - 1) / cores)) minutes the first time"
  else say "building with the tests on $cores cores: long the first time, the program alone is a small part of it"; fi
}

# What a build prints goes to $log, and how far it is to the terminal, in one line; elsewhere a line for every tenth.
# With told_later=1, and of a few steps, nothing.
keep_and_tell() {
  local line share told=0
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" >>"$log"
    if [ "${told_later:-0}" = 1 ] || ! [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || [ "${BASH_REMATCH[2]}" -lt 20 ]; then continue; fi
    share=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [ -t 1 ]; then printf '\rframelane: %d %% built' "$share"
    elif [ "$share" -ge $((told + 10)) ]; then say "$share % built"; told=$((share / 10 * 10)); fi
  done
  if [ -t 1 ]; then printf '\r\033[K'; fi
}

# build PRESET TARGET... ; CMake says in one line whether CUDA is part of it.
build() {
  local preset=$1 options=() told='-- framelane: ' first=1
  shift
  # What some tests do without is told to who builds them.
  [ "$1" = framelane ] || told='-- framelane( tests)?: '
  [ ! -e "build/$preset/app/$1" ] && [ ! -e "build/$preset/tests-built" ] || first=0
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache)
  fi
  if [ "${CI:-}" = true ]; then options+=(-DCMAKE_CUDA_ARCHITECTURES=90 -DFRAMELANE_TOGETHER=ON)
  elif [ "$preset" = dev ] && gpu_usable; then options+=(-DCMAKE_CUDA_ARCHITECTURES=native)
  elif [ "$preset" = release ]; then options+=(-DCMAKE_CUDA_ARCHITECTURES="$(cuda_architectures)"); fi
  cmake --preset "$preset" "${options[@]}" >"$log" || { cat "$log"; return 1; }
  grep -E -- "$told" "$log" | sed 's/^-- //' || true
  if [ "$first" = 1 ]; then first_build "$1"; fi
  : >"$log"
  cmake --build --preset "$preset" --target "$@" | keep_and_tell || { tail -n 60 "$log"; return 1; }
  [ "$1" = framelane ] || touch "build/$preset/tests-built"
}

log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT
