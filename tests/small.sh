#!/bin/bash
# Small machines: bytes of code and of memory on processors without an operating system, which stay within bounds and need
# nothing of C's library; instructions of kernels whose lanes go one by one; kernels of each kind that run there with the results of
# this machine; a pool of threads other than OpenMP's; processors without a fused multiply-add.
#
#   tests/small.sh         check
#   tests/small.sh -r      print README's table
#
# What is not installed is skipped (Debian: gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm
# gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-system-misc
# gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user).  Environment: CC, PTX2C (./ptx2c).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-./ptx2c}") || exit 1
out=build/small
rm -rf "$out"
mkdir -p "$out"

m0='arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb'
m3='arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb'
m4f='arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
m7='arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16'
riscv='riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imc -mabi=ilp32'
small='-std=c11 -Os -fno-math-errno -ffunction-sections -fdata-sections -DPTX2C_STATIC -Iruntime'

# ---- bytes ------------------------------------------------------------------------------------------------------------------

kernels='saxpy reduce_shared matmul16 texture mandelbrot'
for k in $kernels; do "$ptx2c" -w -o "$out/$k.c" "tests/bench/$k.ptx" || exit 1; done

bytes() { # compiler with its flags, kernel: bytes of code and constants, and of memory, "-" without the compiler
    local tool=${1%% *}
    command -v "$tool" >/dev/null || { echo - -; return; }
    $1 $small -c -o "$out/$2.o" "$out/$2.c" 2>"$out/log" || { echo - -; return; }
    "${tool%gcc}size" -A "$out/$2.o" |
        awk '$1 ~ /^\.(text|rodata|data)/ { code += $2 } $1 ~ /^\.(bss|data)/ { memory += $2 } END { print code + 0, memory + 0 }'
}

if [ "${1:-}" = -r ]; then
    echo '| bytes of code | Cortex-M0+ | M3 | M4F | M7 | riscv32imc | memory |'
    echo '| --- | --- | --- | --- | --- | --- | --- |'
    for k in $kernels; do
        row="| $k |" memory=-
        for cc in "$m0" "$m3" "$m4f" "$m7" "$riscv"; do
            read -r code ram < <(bytes "$cc" "$k")
            [ "$code" = - ] || memory=$ram
            row+=" $code |"
        done
        echo "$row $memory |"
    done
    exit 0
fi

# Bounds, at most a tenth above what it was when they were set: M4F.
for bound in saxpy:1536 reduce_shared:3100 matmul16:2660 texture:8700 mandelbrot:1860; do
    k=${bound%:*}
    read -r code ram < <(bytes "$m4f" "$k")
    if [ "$code" = - ]; then
        command -v "${m4f%% *}" >/dev/null && fail "$k" "$m4f $small -c $out/$k.c" "$out/log" || skip "$k" "no ${m4f%% *}"
    elif [ "$code" -le "${bound#*:}" ]; then
        pass "$k: $code bytes of code, $ram of memory"
    else
        fail "$k" "$code bytes of code, not ${bound#*:}: $m4f $small -c $out/$k.c"
    fi
done

# Instructions where lanes go one by one, against the same work by hand: at most a tenth above what it was when the bounds were set.
for bound in warps:2.6 minkowski:1.5 bond:1.75 interleaved:3.57 lengths:1.74 qubit:1.95; do
    k=${bound%:*}
    times=$(PTX2C="$ptx2c" tests/bench/count.sh riscv64 "$k" | sed -n "s/^| $k | \(.*\) |/\1/p")
    if [ -z "$times" ]; then
        skip "$k: instructions" 'no compiler or emulator for riscv64'
    elif awk -v t="$times" -v b="${bound#*:}" 'BEGIN { exit !(t > 0 && t <= b) }'; then
        pass "$k: $times times the instructions of the work by hand"
    else
        fail "$k" "$times times the instructions of the work by hand, not ${bound#*:}: tests/bench/count.sh riscv64 $k"
    fi
done

# What kernels without textures ask of others: memcpy and memset, and the compiler's own arithmetic.
for cc in "$m0" "$m3" "$m4f" "$m7" "$riscv"; do
    tool=${cc%% *}
    name=$(grep -oE 'cortex-[a-z0-9]*|rv32[a-z]*' <<<"$cc")
    command -v "$tool" >/dev/null || { skip "$name" "no $tool"; continue; }
    for k in saxpy reduce_shared matmul16 mandelbrot; do
        command="$cc $small -Wall -Wextra -Werror -c -o $out/$k.o $out/$k.c"
        $command >"$out/log" 2>&1 || { fail "$name: $k" "$command" "$out/log"; continue; }
        "${tool%gcc}nm" -u "$out/$k.o" | awk '{ print $2 }' |
            grep -vE '^(memcpy|memset|__aeabi_.*|__(add|sub|mul|div|gt|ge|lt|le|eq|ne|unord|float|fix|ashl|lshr|ashr|udiv|umod|gnu|extend|trunc|clz|ctz)[a-z0-9_]*)$' \
                >"$out/log"
        if [ -s "$out/log" ]; then fail "$name: $k needs more than memcpy" "$command" "$out/log"; else pass "$name: $k"; fi
    done
done

# ---- running ----------------------------------------------------------------------------------------------------------------

"$ptx2c" -o "$out/matmul.c" samples/matmul.ptx && "$ptx2c" -o "$out/kinds.c" tests/cross/kinds.ptx || exit 1
for pair in matmul:bare kinds:kinds; do
    program=${pair#*:}
    command="$CC -std=c11 -O2 $one_way -Iruntime -o $out/here.$program $out/${pair%:*}.c tests/cross/$program.c -lm"
    $command 2>"$out/log" && "$out/here.$program" >"$out/want.$program" || fail 'here' "$command" "$out/log"
done

bare() { # name, compiler, emulator with its machine, layout of memory and more flags, module and program
    local command tool=${2%% *} program=${5#* } name="$1: ${5%% *}"
    command -v "$tool" >/dev/null || { skip "$name" "no $tool"; return; }
    command -v "${3%% *}" >/dev/null || { skip "$name" "no ${3%% *}"; return; }
    echo '#include <string.h>' | $2 -fsyntax-only -x c - 2>/dev/null || { skip "$name" 'no library of C'; return; }
    command="$2 $small -Wl,--gc-sections -nostartfiles -T tests/cross/$4 -o $out/$1.elf $out/${5%% *}.c tests/cross/$program.c -lm"
    $command >"$out/log" 2>&1 || { fail "$name: compiling" "$command" "$out/log"; return; }
    timeout 60 $3 -display none -monitor none -serial none -semihosting-config enable=on,target=native -kernel "$out/$1.elf" \
        >"$out/got" 2>&1 </dev/null
    if diff "$out/want.$program" "$out/got" >"$out/log"; then pass "$name: the same bits"; else fail "$name" "$command" "$out/log"; fi
}

# A matrix product with no heap, and a kernel of each kind: barriers and atomics, shuffles, doubles, recursion, threads that wait for each
# other, textures.
for what in 'matmul bare' 'kinds kinds'; do
    bare M0 "$m0" 'qemu-system-arm -M mps2-an385 -cpu cortex-m3' 'bare.ld --specs=nosys.specs' "$what"
    bare M3 "$m3" 'qemu-system-arm -M mps2-an385 -cpu cortex-m3' 'bare.ld --specs=nosys.specs' "$what"
    bare M4F "$m4f" 'qemu-system-arm -M mps2-an386 -cpu cortex-m4' 'bare.ld --specs=nosys.specs' "$what"
    bare M7 "$m7" 'qemu-system-arm -M mps2-an500 -cpu cortex-m7' 'bare.ld --specs=nosys.specs' "$what"
    bare riscv32 "$riscv" 'qemu-system-riscv32 -M virt -bios none' 'riscv.ld -Wl,--no-warn-rwx-segments' "$what"
done

# The forms for processors without vectors: single lanes in loops under masks, and in loops that became several; a few lanes that share
# what is done for a chunk.
without_vectors() { # flag, names
    local name
    for name in $2; do
        # shellcheck disable=SC2046
        "$ptx2c" -w -o "$out/$name.c" $(sed -n 's|^// options: *||p' "tests/run/$name.ptx") "tests/run/$name.ptx"
        command="$CC -std=c11 -O1 $one_way $1 -Iruntime -o $out/$name $out/$name.c tests/run/$name.c -lm"
        if $command 2>"$out/log" && "$out/$name" >"$out/got" 2>>"$out/log" && diff "tests/run/$name.out" "$out/got" >"$out/log"; then
            pass "$name without vectors, $1"
        else
            fail "$name without vectors, $1" "$command" "$out/log"
        fi
    done
}

without_vectors -DPTX2C_SCALAR=1 'masked circle rare fusion butterflies lax quotients own_rows'
without_vectors -DPTX2C_SINGLE=1 'planes quotients several two_ways boxes fusion windows strides own_rows widths'
without_vectors -DPTX2C_NO_VECTORS=1 'mma_tiles wmma'

# Instructions executed, relative to the work by hand.
counted() { # target, kernel, bound
    local got
    got=$(PTX2C=$ptx2c bash tests/bench/count.sh "$1" "$2" | sed -n "s/^| $2 | \(.*\) |\$/\1/p")
    if [ -z "$got" ]; then
        skip "$2 on $1" 'no compiler or emulator for it'
    elif awk -v r="$got" -v b="$3" 'BEGIN { exit !(r > 0 && r < b) }'; then
        pass "$2 on $1: $got of the instructions by hand"
    else
        fail "$2 on $1" "tests/bench/count.sh $1 $2   # $got, not below $3"
    fi
}

counted riscv64 mandelbrot 1.5
counted aarch64 hgemm 0.8 # the own conversion of half precision
counted aarch64 texture 1.0 # places and what is between texels in vectors
counted aarch64 bilateral 0.8 # vectors behind many checks, where no pragma asks for them
counted m4 texture 2.0 # places without double precision
counted riscv64v reduce_shuffle 1.0 # a vector of known length, in registers through a loop
counted riscv64v spmv 2.0 # loops of single lanes, twice a round
counted armv7 spmv 1.6 # loops step on pointers, which have 64 bits in PTX
counted armv7 sha256 1.5 # rotations
counted riscv64 scan 2.0 # a running sum, instead of five shuffles, of what is loaded as it goes
counted riscv64 saxpy 0.7 # loops over lanes are unrolled
counted riscv64 reduce_shared 1.2 # sums stay in registers
counted armv7 life 1 # chunks with one quotient
counted aarch64 reduce_shuffle 0.52 # vectors, four a round
counted aarch64 floyd 0.8 # minimum and maximum
counted aarch64 triangles 0.6 # predicates that lanes select under masks are numbers
counted aarch64 mandelbrot 0.5 # two vectors go round together
counted armv7 mandelbrot 1.1 # what holds for all lanes is asked by itself
counted armv7 reduce_shuffle 0.9 # a few instructions for eight lanes in a straight line
counted riscv64 match 1.4 # a loop over lanes that became several is one
counted riscv64 bytes 1.5 # places in shared memory, whose sign processors keep in 64 bits
counted riscv64 queens 1.7 # arrays of the frame share an index
counted riscv64 eights 2.0 # neighbouring words of each lane, loaded where they are read
counted riscv64 nonlocal 2.0 # subnormals: terms of sums, sums that are but squared
counted riscv64 bayer 2.8 # what is done for the chunk between branches goes in front of them
counted riscv64 quads 1.0 # eight lanes share what is done once for a chunk,
counted riscv64 spmm 0.8 # and the rounds of its loops
counted riscv64 contract 1.3 # eight lanes keep their doubles in registers,
counted riscv64 average 2.3 # likewise where chunks end with a quotient
counted riscv64 ising 1.6 # powers of two whose exponent is in range
counted riscv64 im2col 1.6 # short chunks, too, end with a quotient
counted riscv64 tensor 1.45 # sums of matrices in registers word by word,
counted armv7 warptiles 2.1 # of which a part is two lines of a tile
counted riscv64 coreness 1.75 # chunks behind the end of a queue are left whole

# ---- a pool of threads --------------------------------------------------------------------------------------------------------

expect() { # name, text, command
    if timeout 60 bash -c "$3" >"$out/got" 2>"$out/log" && echo "$2" | diff - "$out/got" >>"$out/log"; then
        pass "$1"
    else
        fail "$1" "$3" "$out/log"
    fi
}

expect pool 'success: 0 wrong, 3 threads' \
    "$CC -std=c11 -O1 $one_way -DPTX2C_POOL=pool_run -DPTX2C_POOL_WORKERS=3 -Iruntime -pthread -o $out/pool $out/matmul.c tests/small/pool.c -lm && $out/pool"

# ---- no fused multiply-add ------------------------------------------------------------------------------------------------------

if echo 'int main(void) { return 0; }' | $CC -mno-fma -mno-avx512f -x c -o "$out/empty" - 2>/dev/null; then
    expect 'fma' '0x1p-24 0x1p-60 0x1p-24 0x1.000002p+54 0x1.fffffffffff45p-44' "$CC $strict -O2 $one_way -mno-fma -mno-avx512f -Iruntime -o $out/fma tests/small/fma.c -lm && $out/fma"
    expect 'fma: separate' '0x0p+0 0x0p+0 0x1p-24 0x1p+54 0x1.fffffffffff45p-44' \
        "$CC $strict -O2 $one_way -mno-fma -mno-avx512f -DPTX2C_FMA=separate -Iruntime -o $out/fma tests/small/fma.c -lm && $out/fma"
else
    skip fma "$CC -mno-fma"
fi
finish
