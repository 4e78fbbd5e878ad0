#!/bin/bash
# CUTLASS' own examples, as nvcc compiles them: products with mma.sync, wgmma and tcgen05 by CollectiveBuilder, tensor maps, clusters and
# persistent schedulers, with their host code over our libraries.  Each compares what it computes with a reference of its own.  Headers and
# examples are in the package nvidia-cutlass.
#
#   LONG=1 tests/cutlass.sh         all; without LONG=1 they are skipped
#   tests/cutlass.sh NAME...        these, as in "ampere"
#
# CUTLASS=DIR: a folder with CUTLASS' include, tools and examples; else pip fetches it.  JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=$PWD/build/tests/cutlass
source=${CUTLASS:-$out/package/cutlass_library/source}
cuda=$PWD/build/cuda
mkdir -p "$out"
export XDG_CACHE_HOME=$out PTX2C_CC="$CC"
what="CUTLASS' examples"
[ -n "${LONG:-}" ] || [ $# -gt 0 ] || { skip "$what" 'only with LONG=1'; finish; }
command -v nvcc >/dev/null || { skip "$what" 'no nvcc'; finish; }
if [ ! -d "$source/examples" ]; then
    timeout 600 python3 -m pip install -q --no-deps --target "$out/package" nvidia-cutlass >"$out/pip.log" 2>&1
    [ -d "$source/examples" ] || { skip "$what" "pip cannot install nvidia-cutlass here ($out/pip.log)"; finish; }
fi
make -s cuda >"$out/make.log" 2>&1 || { fail 'make cuda' 'make cuda' "$out/make.log"; finish; }

# name, architecture, file, what is run: one list of arguments after the other, with / between
examples="
ampere 80 14_ampere_tf32_tensorop_gemm/ampere_tf32_tensorop_gemm.cu --m=256 --n=384 --k=512 / --m=128 --n=128 --k=64
hopper 90a 48_hopper_warp_specialized_gemm/48_hopper_warp_specialized_gemm.cu --m=256 --n=256 --k=128 / --m=304 --n=264 --k=72
collective 90a 49_hopper_gemm_with_collective_builder/49_collective_builder.cu --m=256 --n=256 --k=128 --l=2
blackwell 100a 70_blackwell_gemm/70_blackwell_fp16_gemm.cu --m=512 --n=512 --k=256 / --m=264 --n=304 --k=72
blackwell-collective 100a 71_blackwell_gemm_with_collective_builder/71_blackwell_gemm_with_collective_builder.cu --m=256 --n=256 --k=128
"

one() { # name
    local line arch file args dir=$out/$1 status=0
    line=$(grep "^$1 " <<<"$examples")
    [ -n "$line" ] || { fail "$1" 'no such example'; return; }
    read -r _ arch file args <<<"$line"
    mkdir -p "$dir"
    local make="nvcc -std=c++17 -O1 -w --expt-relaxed-constexpr --expt-extended-lambda -gencode arch=compute_$arch,code=compute_$arch
        -I$source/include -I$source/tools/util/include -I$source/examples/common -o $dir/program $source/examples/$file"
    # shellcheck disable=SC2086
    [ -x "$dir/program" ] || timeout 1800 $make >"$dir/log" 2>&1 || { fail "$1" "${make//$'\n'/}" "$dir/log"; return; }
    arch=${arch%a}
    while [ -n "$args" ]; do
        # shellcheck disable=SC2086
        PTX2C_SM=$arch timeout 1200 "$cuda/ptx2c-run" "$dir/program" ${args%%/*} --iterations=1 >"$dir/log" 2>&1 || status=$?
        if [ $status -ne 0 ] || ! grep -q 'Passed' "$dir/log" || grep -q -i 'failed\|error' "$dir/log"; then
            tail -n 15 "$dir/log" | cut -c1-400 >"$dir/log.end"
            fail "$1" "PTX2C_SM=$arch build/cuda/ptx2c-run $dir/program ${args%%/*}" "$dir/log.end"
            return
        fi
        case $args in */*) args=${args#*/} ;; *) args= ;; esac
    done
    pass "$1"
}

# shellcheck disable=SC2046
side_by_side one "$out" tests/cutlass.sh ${*:-$(awk 'NF { print $1 }' <<<"$examples")}
finish
