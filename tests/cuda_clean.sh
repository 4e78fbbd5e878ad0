#!/bin/bash
# CUDA's libraries under tools that watch them: the programs for the driver API (tests/cuda_api/*.c) over libraries, and with kernels, compiled
# for ThreadSanitizer and for AddressSanitizer with UndefinedBehaviorSanitizer, and as they are under valgrind.  Of them `streams` has 8
# threads with 4 streams each and 10^5 launches between them; `flows` is run with checks.
#
#   tests/cuda_clean.sh [thread | address | valgrind]    some programs with ThreadSanitizer and valgrind, or with that tool
#   LONG=1 tests/cuda_clean.sh                           all, with all tools
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=$PWD/build/tests/cuda_clean
mkdir -p "$out"
case $(uname -sm) in
'Linux x86_64' | 'Linux aarch64') ;;
*) skip "CUDA's libraries under tools" "$(uname -sm)"; finish ;;
esac
make -s CC="$CC" cuda >"$out/make.log" 2>&1 || { fail 'make cuda' "make -s CC='$CC' cuda" "$out/make.log"; finish; }
programs='streams flows'
[ -z "${LONG:-}" ] || programs='streams flows driver old graphs ranges stale shared asks jitlink'
# Without OpenMP in kernels: GCC's library for it is not compiled for ThreadSanitizer.
export TSAN_OPTIONS=exitcode=66 PTX2C_CC="$CC"

# The libraries, compiled with these options, in a folder with the translator.
libraries() { # folder, options
    local dir=$1 flags="-std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -pthread -shared -Isrc -Iruntime -Iruntime/cuda -Ibuild/cuda -DRT_VERSION=13 $2" version=13
    rm -rf "$dir"
    mkdir -p "$dir"
    cp build/cuda/ptx2c-translate "$dir"
    $CC $flags -Wl,-soname,libcuda.so.1 -o "$dir/libcuda.so.1" $(ls runtime/cuda/*.c | grep -v /rt_) build/libptx2c.a -lm -ldl &&
        ln -s libcuda.so.1 "$dir/libcuda.so" &&
        $CC $flags -Wl,-soname,libcudart.so.$version "-Wl,--version-script=build/cuda/$version/symbols" -o "$dir/libcudart.so.$version" runtime/cuda/rt_*.c -L"$dir" -lcuda &&
        $CC $flags -Wl,-soname,libnvJitLink.so.$version "-Wl,--version-script=build/cuda/$version/jitlink" -o "$dir/libnvJitLink.so.$version" \
            runtime/cuda/jitlink/jitlink.c -L"$dir" -lcuda
}

# The programs over the libraries of a folder, compiled with these options; and with kernels of these.
watched() { # tool, folder, options of libraries and programs, options of kernels, how they are run, launches
    local tool=$1 dir=$2 name command
    for name in $programs; do
        command="$CC -std=c11 -g -pthread $3 -Iruntime/cuda -o $out/$tool.$name tests/cuda_api/$name.c -L$dir -lcuda -l:libnvJitLink.so.13 -l:libcudart.so.13"
        $command >"$out/$name.log" 2>&1 || { fail "$tool: $name (compile)" "$command" "$out/$name.log"; continue; }
        command="env LD_LIBRARY_PATH=$dir XDG_CACHE_HOME=$out PTX2C_CFLAGS='-O1 -g $4' $5 $out/$tool.$name tests/cuda_api/vectors.ptx"
        [ "$name" != streams ] || command="$command $6"
        [ "$name" != flows ] || command="env PTX2C_SANITIZE=race $command"
        if eval "timeout 1500 $command" >"$out/$tool.$name.log" 2>&1; then
            pass "$tool: $name"
        else
            fail "$tool: $name" "$command" "$out/$tool.$name.log"
        fi
    done
}

# Libraries made for a sanitizer; a program with a fault shows that it looks.
sanitizer() { # name, options, C of a fault
    local flags="$2 -O1 -g" dir=$out/$1
    echo "$3" >"$out/$1.c"
    if ! $CC $flags -pthread -o "$out/$1.fault" "$out/$1.c" >"$out/$1.log" 2>&1 || "$out/$1.fault" >/dev/null 2>&1; then
        skip "CUDA's libraries under -fsanitize=$1" "$CC has none that finds a fault"
        return
    fi
    libraries "$dir" "$flags" >"$out/$1.log" 2>&1 || { fail "libraries for $1" "$CC $flags" "$out/$1.log"; return; }
    watched "$1" "$dir" "$flags" "$2" '' 100000
}

thread() {
    sanitizer thread -fsanitize=thread '#include <pthread.h>
static int x;
static void *f(void *p) { x++; return p; }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0; }'
}

address() {
    sanitizer address '-fsanitize=address,undefined -fno-sanitize-recover=all' '#include <stdlib.h>
int main(void) { volatile char *p = malloc(4); p[4] = 1; return 0; }'
}

valgrind() {
    type -P valgrind >/dev/null || { skip "CUDA's libraries under valgrind" 'no valgrind'; return; }
    watched valgrind "$PWD/build/cuda" '' '' 'valgrind -q --error-exitcode=9 --fair-sched=yes --child-silent-after-fork=yes' $([ -n "${LONG:-}" ] && echo 100000 || echo 3200)
}

[ $# -gt 0 ] || set -- thread $([ -z "${LONG:-}" ] || echo address) valgrind
for name; do
    case $name in
    thread | address | valgrind) $name ;;
    *) fail "$name" "$0: thread, address or valgrind" ;;
    esac
done
finish
