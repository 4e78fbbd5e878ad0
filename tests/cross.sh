#!/bin/bash
# The same bits on other machines: kernels of tests/eval and programs of tests/run compiled by cross compilers and run
# under QEMU give what they give here.  Machines without an operating system: tests/small.sh.
#
#   tests/cross.sh [TARGET...]      all, or some of: aarch64 riscv64 s390x armhf armel armv8 v2
#   LONG=1 tests/cross.sh           more forms and all programs
#
# s390x: big-endian, where host programs turn what they share with kernels (tests/eval does, tests/run does not).
# armhf: 32 bits with hardware floats (ARMv7); armel: 32 bits without (ARMv5); armv8: 32 bits of ARMv8, whose rounding and minimum
# Cortex-M7 has, too.  v2: x86-64 without fused multiply-add, without an emulator.  Most programs of tests/run pass pointers
# of the host as 64-bit addresses and run on 64-bit machines only; those with 32-bit addresses run everywhere.
# A target without its compiler or emulator is skipped (Debian: gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-s390x-linux-gnu
# gcc-arm-linux-gnueabihf gcc-arm-linux-gnueabi libc6-dev-*-cross qemu-user).  Environment: CC, PTX2C (./ptx2c), JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-./ptx2c}") || exit 1
build=${BUILD:-build} out=build/cross
rm -rf "$out"
mkdir -p "$out"
step=400 programs='arith back carry clamped_tile divisors doubts narrow subnormal' everywhere='narrow address32'
[ -z "${LONG:-}" ] || { step=20; programs=$(cd tests/run && ls ./*.c | sed 's|^\./||; s|\.c$||'); }

# What the forms give here.
prepare() {
    $CC $strict -D_POSIX_C_SOURCE=200809L -O1 -Isrc -I$build -o "$out/gen" tests/eval/gen.c \
        "$build/libptx2c.a" -lm && "$out/gen" "$out" -$step >/dev/null &&
        for ptx in "$out"/eval_*.ptx; do "$ptx2c" "$ptx" || return; done &&
        compile_forms "$CC" "-O2" here && "$out/here/run" -d -n 300 >"$out/here/hashes"
}

compile_forms() { # compiler, flags, directory
    mkdir -p "$out/$3"
    printf '%s\n' "$out"/eval_*.c "$out/cases.c" tests/eval/driver.c |
        xargs -P "${JOBS:-2}" -I{} sh -c \
            "$1 -std=c11 -w $2 -DEVAL_ALONE -Iruntime -Itests/eval -c -o $out/$3/\$(basename {} .c).o {} || exit 255" &&
        $1 $2 -o "$out/$3/run" "$out/$3"/*.o -lm
}

forms() { # target, compiler, flags, emulator
    local target=$1 again
    again="tests/cross.sh $target   # in $out/$target"
    if ! compile_forms "$2" "$3" "$target" >"$out/log" 2>&1; then
        fail "$target: compiling the forms" "$again" "$out/log"
    elif ! $4 "$out/$target/run" -d -n 300 >"$out/$target/hashes" 2>"$out/log"; then
        fail "$target: running the forms" "$again" "$out/log"
    elif ! diff "$out/here/hashes" "$out/$target/hashes" >"$out/log"; then
        fail "$target: forms give other bits" "diff $out/here/hashes $out/$target/hashes" "$out/log"
    else
        pass "$target: $(($(wc -l <"$out/here/hashes") - 1)) forms"
    fi
}

program() { # target, compiler, flags, emulator, name
    local dir=$out/$1 name=$5 module command
    for module in $name $(sed -n 's|^// also: *||p' "tests/run/$name.ptx" | sed 's|\.ptx||g'); do
        # shellcheck disable=SC2046
        "$ptx2c" -o "$dir/$module.c" $(sed -n 's|^// options: *||p' "tests/run/$module.ptx") "tests/run/$module.ptx" \
            >"$out/log" 2>&1 || { fail "$1: $name" "$ptx2c tests/run/$module.ptx" "$out/log"; return; }
    done
    # shellcheck disable=SC2046
    command="$2 -std=c11 -w $3 -fopenmp $(sed -n 's|^// cflags: *||p' "tests/run/$name.ptx" | sed 's|-march=native||') -Iruntime -o $dir/$name \
        $(echo "$name" $(sed -n 's|^// also: *||p' "tests/run/$name.ptx" | sed 's|\.ptx||g') |
            sed "s|[^ ]*|$dir/&.c|g") tests/run/$name.c -lm"
    $command >"$out/log" 2>&1 || { fail "$1: $name" "$command" "$out/log"; return; }
    # shellcheck disable=SC2046
    OMP_NUM_THREADS=2 timeout 300 $4 "$dir/$name" $(sed -n 's|^// args: *||p' "tests/run/$name.ptx") \
        >"$dir/$name.out" 2>/dev/null
    if diff "tests/run/$name.out" "$dir/$name.out" >"$out/log"; then
        pass "$1: $name"
    else
        fail "$1: $name" "$command && $4 $dir/$name" "$out/log"
    fi
}

target() { # name, compiler, flags, emulator
    command -v "$2" >/dev/null || { skip "$1" "no $2"; return; }
    command -v "$4" >/dev/null || { skip "$1" "no $4"; return; }
    printf 'int main(void) { return 0; }\n' >"$out/empty.c"
    # shellcheck disable=SC2086
    $2 $3 -o "$out/empty" "$out/empty.c" >/dev/null 2>&1 || { skip "$1" "$2 links nothing"; return; }
    forms "$@"
    case $1 in
    aarch64 | riscv64 | v2) for name in $programs; do program "$@" "$name"; done ;;
    s390x) ;;
    *) for name in $everywhere; do program "$@" "$name"; done ;;
    esac
}

[ $# -gt 0 ] || set -- aarch64 riscv64 s390x armhf armel armv8 v2
prepare >"$out/log" 2>&1 || { fail 'the forms here' 'tests/cross.sh' "$out/log"; finish; }
for name; do
    case $name in
    aarch64) target aarch64 aarch64-linux-gnu-gcc '-O2 -static' qemu-aarch64 ;;
    riscv64) target riscv64 riscv64-linux-gnu-gcc '-O2 -static' qemu-riscv64 ;;
    s390x)
        target s390x s390x-linux-gnu-gcc '-O2 -static -fexcess-precision=fast -DPTX2C_LITTLE_ENDIAN_DATA' qemu-s390x ;;
    armhf) target armhf arm-linux-gnueabihf-gcc '-O2 -static' qemu-arm ;;
    armel) target armel arm-linux-gnueabi-gcc '-O2 -static' qemu-arm ;;
    armv8) target armv8 arm-linux-gnueabihf-gcc '-O2 -static -march=armv8-a -mfpu=neon-fp-armv8' qemu-arm ;;
    v2) target v2 gcc '-O3 -fno-math-errno -march=x86-64-v2 -DPTX2C_CLONES=' env ;;
    *) fail "$name" 'unknown target' ;;
    esac
done
finish
