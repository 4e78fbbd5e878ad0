#!/bin/bash
# Counts, under QEMU, the instructions that kernels execute, as ratios to the same work by hand (tests/bench/*_hand.c): for processors
# whose time nothing here can measure.
#
#   tests/bench/count.sh [TARGET...] [KERNEL...]      targets: aarch64 armv7 riscv64; all of both unless named, but for the kernels of
#                                                     tests/bench/programs, which run when named
#
# Both sides are compiled by gcc -O3 without OpenMP.  Debian: qemu-user gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu
# gcc-arm-linux-gnueabihf libc6-dev-*-cross.  Environment: PTX2C (./ptx2c), COUNT_FLAGS (more flags for gcc).
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
ptx2c=${PTX2C:-./ptx2c} out=build/count
mkdir -p $out
all='saxpy nbody blackscholes mandelbrot matmul16 matmul32 reduce_shared reduce_shuffle histogram stencil spmv transpose scan
convolution bitonic fft kmeans floyd queens sha256 raymarch dp4a hgemm texture'
targets='' kernels=''
for word; do
    case $word in
    aarch64 | armv7 | riscv64) targets+=" $word" ;;
    *) kernels+=" $word" ;;
    esac
done
targets=${targets:-aarch64 armv7 riscv64} kernels=${kernels:-$all}
gcc -shared -fPIC -O2 -o $out/count.so tests/bench/count_plugin.c || exit 1

use() { # target: sets cc and run; false when something is not installed
    case $1 in
    aarch64) cc=aarch64-linux-gnu-gcc run=qemu-aarch64 ;;
    armv7) cc='arm-linux-gnueabihf-gcc -march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard' run=qemu-arm ;;
    riscv64) cc=riscv64-linux-gnu-gcc run=qemu-riscv64 ;;
    esac
    command -v "${cc%% *}" >/dev/null && command -v $run >/dev/null
}

source_of() { # kernel: its file without the ending
    if [ -f "tests/bench/$1.ptx" ]; then echo "tests/bench/$1"; else echo "tests/bench/programs/$1"; fi
}

count() { # program, word: the number of instructions
    timeout 300 $run -plugin $out/count.so -d plugin -D "$1.log" "$1" "$2" 2>/dev/null && tail -n 1 "$1.log"
}

ratio() { # target, kernel
    local program=$out/$2-$1 source none hand ours
    source=$(source_of "$2")
    $cc -std=c11 -O3 -fno-math-errno -static -w ${COUNT_FLAGS:-} -D_POSIX_C_SOURCE=200809L -DMODULE="$2_counted" -Iruntime \
        -Itests/bench -o "$program" tests/bench/count.c "${source}_hand.c" "$out/$2.c" -lm 2>"$out/log" || { echo -; return; }
    none=$(count "$program" none) && hand=$(count "$program" hand) && ours=$(count "$program" ours) || { echo -; return; }
    awk -v n="$none" -v h="$hand" -v o="$ours" 'BEGIN { if (h > n) printf "%.2f\n", (o - n) / (h - n); else print "-" }'
}

here=''
for t in $targets; do
    if use "$t"; then here+=" $t"; else echo "without $t: no compiler or emulator for it"; fi
done
[ -n "$here" ] || exit 0
echo "| instructions, by hand = 1${here// / | } |"
echo "| --- |$(for t in $here; do printf ' --- |'; done)"
: >$out/ratios
for k in $kernels; do
    "$ptx2c" -w --module="${k}_counted" -o "$out/$k.c" "$(source_of "$k").ptx" || continue
    row="| $k |"
    for t in $here; do
        use "$t"
        r=$(ratio "$t" "$k")
        echo "$t $r" >>$out/ratios
        row+=" $r |"
    done
    echo "$row"
done
row='| geometric mean |'
for t in $here; do
    row+=" $(awk -v t="$t" '$1 == t && $2 > 0 { s += log($2); n++ } END { if (n) printf "%.2f", exp(s / n); else printf "-" }' $out/ratios) |"
done
echo "$row"
