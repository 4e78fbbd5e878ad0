#!/bin/bash
# Host programs of other kinds than those of tests/run: in C++, with modules that are loaded at run time, that fork, that
# pass too few arguments, and on machines whose pointers have 32 bits or that are big-endian.
#
#   tests/hosts.sh [NAME...]        only tests whose name contains one of the words
#
# Environment: CC, PTX2C (./ptx2c).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C OMP_NUM_THREADS=4
root=$PWD ptx2c=$(realpath "${PTX2C:-./ptx2c}") || exit 1
dir=build/hosts here=$root/tests/hosts
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir" || exit 1
words=("$@")

wanted() { # name
    local w
    [ ${#words[@]} -gt 0 ] || return 0
    for w in "${words[@]}"; do [[ $1 != *"$w"* ]] || return 0; done
    return 1
}

# Runs commands in build/hosts: what the last one prints must be the text.
prints() { # name, text, commands
    wanted "$1" || return
    printf '%s\n' "$2" >want
    if timeout 120 bash -c "$3" >got 2>log && diff want got >>log; then
        pass "$1"
    else
        fail "$1" "cd $root/$dir && $3" log
    fi
}

"$ptx2c" -o scene.c -H scene.h "$here/scene.ptx" || exit 1
cc="$CC $strict $openmp -O1 $one_way -I. -I$root/runtime"

for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { skip "C++ ($cxx)" "no $cxx"; continue; }
    for version in 11 14 17 20; do
        prints "C++$version ($cxx)" '0 success 1 2 3 4 3e00 4300
no such texture, sampler or surface: the handle was never made or is destroyed' \
            "$cc -c scene.c && $cxx -std=c++$version -Wall -Wextra -Wpedantic -Werror -I. -I$root/runtime -c -o cplusplus.o $here/cplusplus.cc &&
                 $cc -o cplusplus cplusplus.o scene.o -lstdc++ -lm && ./cplusplus"
    done
done

for flags in '' -Wl,--export-dynamic; do
    prints "dlopen ${flags:-without --export-dynamic}" '0 0
0: 1 2 3 4
0: 5 6 7 8
1' "$cc -fPIC -shared -o scene.so scene.c $here/there.c -lm && $cc $flags -o dlopen $here/dlopen.c -ldl -lm && ./dlopen ./scene.so"
done

for compiler in "$CC" clang; do
    echo 'int main(void) { return 0; }' >empty.c
    $compiler $openmp -include omp.h -o empty empty.c 2>/dev/null || { skip "fork ($compiler)" "no $compiler with OpenMP"; continue; }
    prints "fork ($compiler)" 22 "${cc/#$CC/$compiler} -D_POSIX_C_SOURCE=200809L -o fork scene.c $here/fork.c -lm && timeout 60 ./fork"
done

prints 'too few arguments' '6 6 6 6 0 42' "$cc -fsanitize=address -o few scene.c $here/few.c -lm && ./few"

# A 32-bit host: compiler, flags, how its programs are run.
narrow() { # name, compiler, emulator
    local name=$1 cc="$2 $strict -O1 $one_way -D_POSIX_C_SOURCE=200809L -I. -I$root/runtime" run=$3 sample
    echo 'int main(void) { return sizeof(void *) != 4; }' >empty.c
    if ! $2 -include stdio.h -include errno.h -o empty empty.c -lm 2>/dev/null || ! $run ./empty; then
        skip "32 bits ($name)" "no compiler, libc or emulator"
        return
    fi
    prints "32 bits ($name): pointers" '0 2 4 6 8
0 4 4
0 1 2 3 4' "$cc -o pointer scene.c $here/pointer.c -lm && $run ./pointer"
    "$ptx2c" -o recursion.c "$root/tests/run/recursion.ptx"
    prints "32 bits ($name): recursion" "$(cat "$root/tests/run/recursion.out")" \
        "$cc -Wno-error -o recursion recursion.c $root/tests/run/recursion.c -lm && $run ./recursion"
    for sample in control rays; do
        prints "32 bits ($name): $sample" 'all right' \
            "$ptx2c -o $sample.c $root/samples/$sample.ptx && $cc -o $sample $sample.c $root/samples/${sample}_host.c -lm && $run ./$sample --check-all >&2 && echo all right"
    done
}

# Memory in several widths; on a big-endian host, too, where a host program that does not know of it is refused.
views='abcd 123456789abcdef 2.5 -5
0
4 102 4030201 4030201 2 3ff80000 fffffffe 40 ffff1234 102
33 40 3344 0 3ff80000 5678 cafe 7 103 1000304
2020304 ff22 3 3c00 5 40 1020310 4030201 304
09 02
0 0
0: 1.5 -2 3 4
0: 1 -2 3 0.5'
views() { # name, compiler, emulator
    local name=$1 cc="$2 $strict -O1 $one_way -D_POSIX_C_SOURCE=200809L -I. -I$root/runtime" run=$3 way sample
    for way in '' ' --no-analysis'; do
        prints "views ($name)$way" "$views" \
            "$ptx2c$way -o views.c -H views.h $here/views.ptx && $cc -o views views.c $here/views.c -lm && $run ./views"
        prints "views ($name): --main$way" 'x: 4 1 772 772 67305985 16909060 16256 ...' \
            "$ptx2c$way --main -o words.c $here/words.ptx && $cc -o words words.c words_main.c -lm && $run ./words be u32:8 --print 7"
    done
    [ "$name" != here ] || return
    for sample in control rays; do
        prints "views ($name): $sample" 'all right' \
            "$ptx2c -o $sample.c $root/samples/$sample.ptx && $cc -o $sample $sample.c $root/samples/${sample}_host.c -lm && $run ./$sample --check-all >&2 && echo all right"
    done
    prints "views ($name): refused unless it knows" 1 "$cc -c -o few.o $here/few.c 2>&1 | grep -cm1 'error.*this host is big-endian'"
}
views here "$CC" ''
if echo 'int main(void) { return 0; }' >empty.c && s390x-linux-gnu-gcc -static -o empty empty.c 2>log && qemu-s390x ./empty; then
    views s390x 's390x-linux-gnu-gcc -static -fexcess-precision=fast' qemu-s390x
else
    skip 'views (s390x)' 'no compiler, libc or emulator'
fi

prints 'pointers' '0 2 4 6 8
0 4 4
0 1 2 3 4' "$cc -o pointer scene.c $here/pointer.c -lm && ./pointer"
narrow i386 "gcc -m32 -idirafter /usr/include/x86_64-linux-gnu -msse2 -mfpmath=sse" ''
narrow armhf arm-linux-gnueabihf-gcc 'qemu-arm -L /usr/arm-linux-gnueabihf'
narrow wasm32 'clang --target=wasm32-wasi -I/usr/include/wasm32-wasi' "node --no-warnings $here/wasi.mjs"

finish
