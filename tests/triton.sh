#!/bin/bash
# Kernels written in Triton (tests/triton/kernels.py) for sm_80, sm_90 and sm_100: Triton's compiler, which needs no GPU, makes
# PTX of them, that is translated, run and compared with numpy (tests/triton/cases.py).  Triton is installed by pip.
#
#   LONG=1 tests/triton.sh             all; without LONG=1 they are skipped
#   tests/triton.sh CASE-ARCH...       these, as in "matmul-fp16-90"
#
# TRITON=DIR: a Python environment that has triton and numpy.  CFLAGS (-O1 …) compiles the translated kernels; JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=${BUILD:-build}/tests/triton
venv=${TRITON:-$out/venv}
mkdir -p "$out"
export PYTHONDONTWRITEBYTECODE=1
[ -n "${LONG:-}" ] || [ $# -gt 0 ] || { skip "Triton's kernels" "only with LONG=1"; finish; }

if ! "$venv/bin/python" -c 'import triton, numpy' 2>/dev/null; then
    python3 -m venv "$venv" >"$out/pip.log" 2>&1 && timeout 900 "$venv/bin/pip" install -q triton numpy >>"$out/pip.log" 2>&1 ||
        { skip "Triton's kernels" "pip cannot install triton and numpy here ($out/pip.log)"; finish; }
fi

one() { # case-arch
    local name=${1%-*} arch=${1##*-} log=$out/$1.log
    if PTX2C=${PTX2C:-./ptx2c} CFLAGS=${CFLAGS:--O1 -march=native $one_way} \
        timeout 900 "$venv/bin/python" tests/triton/main.py "$out" "$name" "$arch" >"$log" 2>&1; then
        pass "$1"
    else
        tail -n 15 "$log" >"$log.end"
        fail "$1" "tests/triton.sh $1" "$log.end"
    fi
}

[ $# -gt 0 ] || set -- $("$venv/bin/python" tests/triton/main.py 2>"$out/list.log" | tr ' ' -)
[ $# -gt 0 ] || { fail "the list of cases" "$venv/bin/python tests/triton/main.py" "$out/list.log"; finish; }
side_by_side one "$out" tests/triton.sh "$@"
finish
