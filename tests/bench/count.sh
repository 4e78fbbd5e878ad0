#!/bin/bash
# Counts, under QEMU or by an interpreter, the instructions that kernels execute, as ratios to the same work by hand (tests/bench/*_hand.c): for processors
# whose time nothing here can measure.
#
#   tests/bench/count.sh [TARGET...] [KERNEL...]      all of both unless named, but for the kernels of tests/bench/programs, which
#                                                     run when named, or all of them by the word `programs`
#
#   aarch64 armv7 riscv64    as programs of Linux, ARMv7 with NEON, RISC-V without vectors
#   riscv64v                 RISC-V with vectors of 128 bits, which clang 19 makes
#   v2                       x86-64-v2, which has no fused multiply-add; only when named
#   m4 m7                    Cortex-M4F and M7 without an operating system
#   wasm32                   WebAssembly with vectors, compiled by clang and counted by wasmtime as what Python has of it: its fuel; `fma`
#                            is a product and a sum there (PTX2C_FMA=separate), which has no instruction for it
#
# Both sides are compiled by gcc, or that clang, with -O3 and without OpenMP, for one thread: what is atomic is plain then (PTX2C_ONE_THREAD),
# as it is by hand, where no pragma says otherwise.  Debian: qemu-user gcc-aarch64-linux-gnu
# gcc-riscv64-linux-gnu gcc-arm-linux-gnueabihf libc6-dev-*-cross qemu-system-arm gcc-arm-none-eabi libnewlib-arm-none-eabi lld wasi-libc
# libclang-rt-dev-wasm32; pip: wasmtime.  Environment: PTX2C (./ptx2c), COUNT_FLAGS (more flags for the compiler).
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
    v2 | aarch64 | armv7 | riscv64 | riscv64v | m4 | m7 | wasm32) targets+=" $word" ;;
    programs) kernels+=" $(cd tests/bench/programs && echo *.ptx | sed 's/\.ptx//g')" ;;
    *) kernels+=" $word" ;;
    esac
done
targets=${targets:-aarch64 armv7 riscv64 riscv64v m4 m7 wasm32} kernels=${kernels:-$all}
gcc -shared -fPIC -O2 -o $out/count.so tests/bench/count_plugin.c || exit 1

use() { # target: sets cc, with its flags, the flags to link with, and run; false when something is not installed
    bare='' link='-static -lm'
    case $1 in
    v2) cc='gcc -march=x86-64-v2 -DPTX2C_CLONES=' run='qemu-x86_64 -cpu Nehalem' ;; # for which libm has no more, either
    aarch64) cc=aarch64-linux-gnu-gcc run=qemu-aarch64 ;;
    armv7) cc='arm-linux-gnueabihf-gcc -march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard -mfp16-format=ieee' run=qemu-arm ;;
    riscv64) cc=riscv64-linux-gnu-gcc run=qemu-riscv64 ;;
    riscv64v)
        cc='clang-19 --target=riscv64-linux-gnu -march=rv64gcv -mno-relax'
        link='-static -lm -fuse-ld=/usr/bin/riscv64-linux-gnu-ld' run='qemu-riscv64 -cpu rv64,v=true,vlen=128,vext_spec=v1.0' ;;
    m4) cc='arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -mfp16-format=ieee' bare='mps2-an386 -cpu cortex-m4' ;;
    m7) cc='arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16 -mfp16-format=ieee' bare='mps2-an500 -cpu cortex-m7' ;;
    wasm32)
        cc='clang --target=wasm32-wasi -msimd128 -DPTX2C_FMA=separate' link=-lm run='python3 tests/bench/count.py'
        python3 -c 'import wasmtime' 2>/dev/null || return 1 ;;
    esac
    if [ -n "$bare" ]; then
        link='-nostartfiles -T tests/bench/count.ld --specs=nosys.specs -Wl,--gc-sections -lm'
        [ "$1" != m7 ] || link+=' -Wl,--defsym=large_at=0x60000000'
        run="qemu-system-arm -M $bare -display none -monitor none -serial none -semihosting-config enable=on,target=native"
    fi
    command -v "${cc%% *}" >/dev/null && command -v "${run%% *}" >/dev/null &&
        echo '#include <string.h>' | $cc -fsyntax-only -x c - 2>/dev/null
}

source_of() { # kernel: its file without the ending
    if [ -f "tests/bench/$1.ptx" ]; then echo "tests/bench/$1"; else echo "tests/bench/programs/$1"; fi
}

count() { # program, word: the number of instructions
    case $run in
    python3*) $run "$1" "$2" 2>/dev/null; return ;;
    qemu-system*) set -- "$1-$2" -kernel "$1-$2" ;;
    *) set -- "$1" "$1" "$2" ;;
    esac
    timeout 300 $run -plugin $out/count.so -d plugin -D "$1.log" "${@:2}" >/dev/null 2>&1 && tail -n 1 "$1.log"
}

compile() { # program, kernel, flags: the whole program
    $cc -std=c11 -O3 -fno-math-errno -w -DPTX2C_ONE_THREAD=1 ${COUNT_FLAGS:-} -D_POSIX_C_SOURCE=200809L -DMODULE="$2_counted" -Iruntime \
        -Itests/bench $3 -o "$1" tests/bench/count.c "$(source_of "$2")_hand.c" "$out/$2.c" $link 2>"$out/log"
}

ratio() { # target, kernel
    local program=$out/$2-$1 word none hand ours
    if [ -n "$bare" ]; then
        for word in none hand ours; do compile "$program-$word" "$2" "-DCOUNT_WORD=\"$word\"" || { echo -; return; }; done
    else
        compile "$program" "$2" '' || { echo -; return; }
    fi
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
