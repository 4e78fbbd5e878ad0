#!/bin/bash
# Measures the translator and what the C compiler makes of its output: build/bench/translate.tsv (input, bytes, seconds,
# kilobytes, seconds of ptxas, of ptxas -O0) and burden.tsv (input, instructions, bytes of C, seconds, kilobytes, bytes of
# the object).
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
ptx2c=${PTX2C:-./ptx2c}
out=build/bench
mkdir -p $out
${CC:-cc} -O1 -o $out/cost tests/bench/cost.c || exit 1
: >$out/translate.tsv
: >$out/burden.tsv

# Times are the least of several runs, in turn with those of ptxas, so that both see the machine alike.
translator() { # what to call it, file, whether to ask ptxas
    local arch costs=''
    arch=$(sed -n 's/^\.target *\(sm_[0-9a-z]*\).*/\1/p' "$2" | head -n 1)
    if [ -n "${3:-}" ] && command -v ptxas >/dev/null; then
        costs=$($out/cost 5 "$ptx2c" -o $out/cost.c "$2" -- ptxas -arch="$arch" -o $out/cost.cubin "$2" -- \
            ptxas -O0 -arch="$arch" -o $out/cost.cubin "$2") || costs=''
    fi
    [ -n "$costs" ] || costs=$($out/cost 3 "$ptx2c" -o $out/cost.c "$2") || { echo "$1: not translated"; return; }
    echo "$costs" | awk -v what="$1" -v bytes="$(stat -c %s "$2")" '{ t[NR] = $1; kb[NR] = $2 }
        END { printf "%s\t%s\t%s\t%s\t%s\t%s\n", what, bytes, t[1], kb[1], t[2], t[3] }' | tee -a $out/translate.tsv
}

burden() { # what to call it, file
    local cost
    "$ptx2c" -o $out/cost.c "$2" || return
    cost=$($out/cost 3 ${CC:-gcc} -std=c11 -O2 -fopenmp -Iruntime -c -o $out/cost.o $out/cost.c) || return
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$(grep -c ';' "$2")" "$(stat -c %s $out/cost.c)" ${cost/ /$'\t'} |
        awk -F '\t' -v o="$(stat -c %s $out/cost.o)" '{ print $0 "\t" o }' | tee -a $out/burden.tsv
}

for name in saxpy matmul16 sha256; do
    translator "$name" tests/bench/$name.ptx ask
done
largest=$(ls -S samples/*.ptx | head -n 1)
translator "$(basename "$largest" .ptx)" "$largest" ask
if command -v nvcc >/dev/null && nvcc -O3 -arch=sm_80 -std=c++17 -ptx -o $out/cub.ptx tests/bench/cub.cu 2>$out/cub.log; then
    translator 'CUB' $out/cub.ptx ask
else
    echo 'CUB: no nvcc that compiles it here'
fi
for n in 25000 50000 100000 200000; do
    tests/bigptx.sh $n $n >$out/big.ptx
    translator "$n instructions in one kernel" $out/big.ptx
    [ $n != 50000 ] || cp $out/big.ptx $out/burden.ptx
done
for n in 25000 100000; do
    tests/bigptx.sh $n 500 >$out/big.ptx
    translator "$n instructions in kernels of 500" $out/big.ptx
done
for shape in 'registers 5000' 'registers 20000' 'blocks 5000' 'blocks 20000' 'ifs 100' 'ifs 400' 'ifs 1600' \
    'loops 100' 'loops 400' 'loops 1600'; do
    # shellcheck disable=SC2086
    tests/bench/shapes.sh $shape >$out/big.ptx
    translator "${shape#* } ${shape% *}" $out/big.ptx
done
for n in 1000 10000; do
    tests/bigptx.sh $n $n >$out/big.ptx
    burden "$n instructions in one kernel" $out/big.ptx
done
if [ -z "${SHORT:-}" ]; then
    burden '50000 instructions in one kernel' $out/burden.ptx
    tests/bigptx.sh 50000 2000 >$out/big.ptx
    burden '50000 instructions in kernels of 2000' $out/big.ptx
fi
