#!/bin/bash
# What compilers write today passes --check: PTX made by nvcc from tests/compilers/*.cu, and by clang's NVPTX back end from
# tests/compilers/*.c.  Nothing in it may give rise to a warning either, -Wisa included.
#
#   tests/compilers.sh            each source for a few targets, those that take long to compile once
#   LONG=1 tests/compilers.sh     each source and samples/*.cu for all targets, with and without debug information
#
# Skipped where there is no nvcc, no clang, or where it does not know a target.  CLANG: another clang; JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-${BUILD:-build}/ptx2c}
out=${BUILD:-build}/tests/compilers
rm -rf "$out" && mkdir -p "$out" || exit 1

# Compiles to $out/NAME.ptx and checks it; writes the result's line to $out/NAME.res.
one() { # name, command...
    local name=$1 ptx=$out/$1.ptx
    shift
    if ! "$@" -o "$ptx" >"$out/$name.log" 2>&1; then
        echo "skip $name: cannot be compiled: $*"
    elif ! "$ptx2c" --check -Wall -Wno-maybe-uninitialized -Wno-warp-sync -Werror --color=never "$ptx" >"$out/$name.log" 2>&1; then
        echo "FAIL $name: $* -o $ptx && $ptx2c --check -Wall -Werror $ptx"
        sed -n '1,9s/^/    /p' "$out/$name.log"
    else
        echo "ok $name"
        rm -f "$ptx"
    fi >"$out/$name.res"
}

started=()
start() { # name, command...
    started+=("$1")
    while [ "$(jobs -pr | wc -l)" -ge "${JOBS:-2}" ]; do wait -n; done
    one "$@" &
}

nvidia() { # file.cu, target, flags...
    local file=$1 target=$2 name
    shift 2
    name=$(basename "$file" .cu).$target${1:+.${1#-}}
    start "$name" nvcc -std=c++17 -ptx -arch="$target" "$@" "$file"
}

if ! command -v nvcc >/dev/null; then
    skip nvcc 'not installed'
elif [ -n "${LONG:-}" ]; then
    for target in sm_75 sm_80 sm_86 sm_89 sm_90 sm_90a sm_100 sm_100a sm_103a sm_110a sm_120 sm_120a sm_121; do
        for file in tests/compilers/*.cu samples/*.cu; do nvidia "$file" $target; done
    done
    for file in tests/compilers/*.cu; do
        nvidia "$file" sm_80 -G
        nvidia "$file" sm_90 -lineinfo
        nvidia "$file" sm_75 -use_fast_math
    done
else
    for target in sm_75 sm_121; do
        for file in language functions; do nvidia tests/compilers/$file.cu $target; done
    done
    nvidia tests/compilers/language.cu sm_80 -G
    nvidia tests/compilers/functions.cu sm_100a
    nvidia tests/compilers/ptx.cu sm_90a
    nvidia tests/compilers/ptx.cu sm_100a
    nvidia tests/compilers/tensor.cu sm_90
fi

clang=${CLANG:-}
for name in clang-21 clang-20 clang-19 clang-18 clang; do
    [ -n "$clang" ] || ! command -v $name >/dev/null || clang=$name
done
if [ -z "$clang" ]; then
    skip clang 'not installed'
elif ! "$clang" --print-targets 2>/dev/null | grep -q nvptx64; then
    skip clang "$clang has no NVPTX back end"
else
    targets='sm_35 sm_60 sm_90'
    [ -z "${LONG:-}" ] || targets='sm_20 sm_30 sm_35 sm_50 sm_53 sm_60 sm_70 sm_75 sm_80 sm_86 sm_89 sm_90 sm_90a sm_100a'
    for file in tests/compilers/*.c; do
        for target in $targets; do
            for level in -O0 -O1 -O3 '-O2 -g'; do
                # shellcheck disable=SC2086 # flags, apart
                start "$(basename "$file").$target${level// /}" "$clang" --target=nvptx64-nvidia-cuda -march="$target" \
                    -S -w $level "$file"
            done
        done
    done
fi
wait
for name in "${started[@]}"; do
    cat "$out/$name.res"
    case $(head -n 1 "$out/$name.res") in
    ok*) passed=$((passed + 1)) ;;
    skip*) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) ;;
    esac
done
finish
