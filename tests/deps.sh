#!/bin/sh
# Sees to it that what building and testing needs is here: installs Debian packages where it may (root, or sudo without a
# password; not with INSTALL=0), else names them.
#
#   tests/deps.sh [build | gnulib]      build: not what only tests need
#
# Status 1 when something is missing that the build needs.
set -u
cc=${CC:-cc}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
echo 'int main(void) { return 0; }' >"$dir/main.c"
printf '#include <uthash.h>\n' | cat - "$dir/main.c" >"$dir/uthash.c"
printf '#include <mpfr.h>\n' | cat - "$dir/main.c" >"$dir/mpfr.c"

have() { command -v "$1" >/dev/null 2>&1; }
# $cc may hold flags.
compiles() { $cc "$@" -o "$dir/out" >/dev/null 2>&1; }
# What make web compiles with.
builds_wasm() { clang --target=wasm32-wasi -o "$dir/out" "$dir/main.c" >/dev/null 2>&1; }

find_missing() {
    need='' want=''
    case $cc in
    *clang*) compiles "$dir/main.c" || need="$need clang" ;;
    *) compiles "$dir/main.c" || need="$need gcc libc6-dev" ;;
    esac
    compiles "$dir/uthash.c" || need="$need uthash-dev"
    [ "${1:-}" != gnulib ] || have gnulib-tool || need="$need gnulib"
    # Without these programs run on one processor, and some tests are skipped.
    case $cc in
    *clang*) compiles -fopenmp "$dir/main.c" || want="$want libomp-dev" ;;
    esac
    [ "${1:-}" != build ] || return 0
    have pkg-config || want="$want pkg-config"
    have mandoc || want="$want mandoc"
    have chromium || want="$want chromium"
    have dot || want="$want graphviz"
    have gdb || want="$want gdb"
    have lldb || want="$want lldb"
    builds_wasm || want="$want clang lld wasi-libc libclang-rt-dev-wasm32"
    have tcc || want="$want tcc"
    have node || want="$want nodejs"
    have mpicc && have mpirun || want="$want libopenmpi-dev openmpi-bin"
    # Small; the compilers for other machines are not, and tests/small.sh and tests/cross.sh name them.
    ! have arm-none-eabi-gcc || have qemu-system-arm || want="$want qemu-system-arm"
    compiles "$dir/mpfr.c" -lmpfr || want="$want libmpfr-dev"
}

install_packages() { # packages
    have apt-get && [ "${INSTALL:-1}" != 0 ] || return 1
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        sudo='sudo -n'
        $sudo true 2>/dev/null || return 1
    fi
    echo "installing: $*"
    get="$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq"
    # The lists of packages may be missing or old.
    $get install -y --no-install-recommends "$@" >"$dir/log" 2>&1 ||
        { $get update >"$dir/log" 2>&1 && $get install -y --no-install-recommends "$@" >"$dir/log" 2>&1; } ||
        { tail -n 5 "$dir/log"; return 1; }
}

find_missing "$@"
[ -n "$need$want" ] || exit 0
# shellcheck disable=SC2086 # package names, apart
install_packages $need $want
find_missing "$@"
[ -z "$want" ] || echo "not here, so that some tests are skipped or use one processor:$want" >&2
[ -z "$need" ] && exit 0
echo "the build needs these Debian packages (or the same from elsewhere):$need" >&2
exit 1
