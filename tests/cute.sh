#!/bin/bash
# Products of matrices in CuTe's language (tests/cute): wgmma and tcgen05 of every type and layout, tensor copies, pairs of CTAs.  The
# language's compiler needs no GPU; its host code runs over CUDA's libraries of ours, and what comes out is compared with numpy.
#
#   LONG=1 tests/cute.sh         all; without LONG=1 they are skipped
#   tests/cute.sh CASE...        these, as in "wgmma-mn-k"
#
# CUTE=DIR: a Python environment that has nvidia-cutlass-dsl and numpy.  JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=$PWD/build/tests/cute
venv=${CUTE:-$out/venv}
cuda=$PWD/build/cuda
mkdir -p "$out"
export PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME=$out PTX2C_CC="$CC"
[ -n "${LONG:-}" ] || [ $# -gt 0 ] || { skip "kernels in CuTe's language" 'only with LONG=1'; finish; }
[ "$(uname -s)" = Linux ] || { skip "kernels in CuTe's language" "$(uname -s)"; finish; }

if ! "$venv/bin/python" -c 'import cutlass, numpy' 2>/dev/null; then
    python3 -m venv "$venv" >"$out/pip.log" 2>&1 && timeout 900 "$venv/bin/pip" install -q nvidia-cutlass-dsl numpy >>"$out/pip.log" 2>&1 ||
        { skip "kernels in CuTe's language" "pip cannot install nvidia-cutlass-dsl and numpy here ($out/pip.log)"; finish; }
fi
make -s cuda >"$out/make.log" 2>&1 || { fail 'make cuda' 'make cuda' "$out/make.log"; finish; }
build="$CC $strict -D_POSIX_C_SOURCE=200809L -shared -fPIC -o $out/runtime.so tests/cute/runtime.c $cuda/libcudart.so.12 $cuda/libcuda.so.1"
$build >"$out/make.log" 2>&1 || { fail 'its runtime library' "$build" "$out/make.log"; finish; }
export CUTE_DSL_KEEP=ptx CUTE_DSL_LIBS=$out/runtime.so

one() { # case
    local dir=$out/$1
    rm -rf "$dir"
    mkdir -p "$dir"
    if CUTE_DSL_DUMP_DIR=$dir timeout 900 "$cuda/ptx2c-run" "$venv/bin/python" tests/cute/main.py "$1" >"$dir/log" 2>&1; then
        pass "$1"
    else
        tail -n 15 "$dir/log" >"$dir/log.end"
        fail "$1" "tests/cute.sh $1" "$dir/log.end"
    fi
}

[ $# -gt 0 ] || set -- $(python3 tests/cute/main.py)
side_by_side one "$out" tests/cute.sh "$@"
finish
