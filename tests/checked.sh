#!/bin/bash
# What --sanitize=all finds in programs that were written for other tests: the faults that tests/checked/faults lists, and no others.
#
#   tests/checked.sh [GROUP/NAME...]     some of run, or those named
#   LONG=1 tests/checked.sh              all of tests/run, samples, tests/bench, tests/bench/programs, tests/cuda, tests/cuda_api/programs
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C PTX2C_CHECK_LIMIT=0 OMP_NUM_THREADS=2
ptx2c=${PTX2C:-./ptx2c}
out=build/checked
mkdir -p $out/run $out/faults $out/samples $out/bench $out/programs $out/cuda $out/api build/run
cc="$CC -std=c11 -w -O${LONG:-0} $openmp -DPTX2C_CLONES= -Iruntime"

said() { # what, file: the value of a comment at the file's beginning
    sed -n -e '/^\/\//!q' -e "s|^// $1: *||p" "$2"
}

# Each builds $out/GROUP/NAME and prints the command that runs it.
run_build() { # name
    local module f files= ptx=tests/run/$1.ptx
    for module in "$ptx" $(said also "$ptx" | sed 's|[^ ]*|tests/run/&|g'); do
        mkdir -p "$out/run/$1.c"
        f=$out/run/$1.c/$(basename "$module" .ptx).c
        # shellcheck disable=SC2046
        $ptx2c -w --sanitize=all -o "$f" $(said options "$module") "$module" >&2 || return
        files="$files $f"
    done
    # shellcheck disable=SC2086
    $cc $(said cflags "$ptx") -o "$out/run/$1" $files tests/run/$1.c -lm >&2 && echo "$out/run/$1 $(said args "$ptx")"
}

samples_build() { # name
    $ptx2c -w --sanitize=all --module="$1" -o "$out/samples/$1.c" "samples/$1.ptx" >&2 &&
        $cc -o "$out/samples/$1" "$out/samples/$1.c" "samples/$1_host.c" -lm >&2 && echo "$out/samples/$1 --check-all"
}

of_bench() { # group, folder, name
    local f=$out/$1/$3
    $ptx2c -w --sanitize=all --module="$3_counted" -o "$f.c" "$2/$3.ptx" >&2 &&
        $cc -D_POSIX_C_SOURCE=200809L -DMODULE="$3_counted" -Itests/bench -o "$f" tests/bench/count.c "$2/$3_hand.c" "$f.c" -lm >&2 &&
        echo "$f ours"
}
bench_build() { of_bench bench tests/bench "$1"; }
programs_build() { of_bench programs tests/bench/programs "$1"; }

faults_build() { # all
    local f=$out/faults/faults
    $ptx2c -w --sanitize=all --main -o $f.c samples/faults/faults.ptx >&2 && $cc -o $f $f.c ${f}_main.c -lm >&2 &&
        echo "sh -c '$f shift --block 128 f32:100 f32:100 100; $f blur --block 128 f32:100 f32:100 100;
            $f sum --grid 2 --block 256 f32:500 f32:2 500; $f total --block 128 f32:100 s32:1 100'"
}

cuda_build() { # name
    local c=$out/cuda include
    include=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")/include
    nvcc -std=c++17 -gencode arch=compute_80,code=compute_80 -cudart none --keep --keep-dir $c -c -o "$c/$1.o" "tests/cuda/$1.cu" >&2 &&
        $ptx2c -w --sanitize=all --module=kernels -o "$c/$1.c" "$c/$1.ptx" >&2 && $cc -c -o "$c/$1.k.o" "$c/$1.c" >&2 &&
        objcopy --keep-global-symbol=kernels "$c/$1.k.o" && $cc -isystem "$include" -c -o "$c/$1.r.o" tests/cuda/runtime.c >&2 &&
        $CC $openmp -o "$c/$1" "$c/$1.o" "$c/$1.k.o" "$c/$1.r.o" -lstdc++ -lm >&2 && echo "$c/$1"
}

api_build() { # name
    local source=tests/cuda_api/programs/$1.cu arch
    arch=$(said arch "$source")
    # shellcheck disable=SC2046
    nvcc -std=c++17 -w -cudart static -gencode "arch=compute_${arch:-75},code=compute_${arch:-75}" -o "$out/api/$1" "$source" \
        $(said needs "$source") >&2 && echo "env PTX2C_SANITIZE=all XDG_CACHE_HOME=$PWD/$out PTX2C_CC='$CC' PTX2C_CFLAGS='-O1 $openmp'
            PTX2C_DEVICES=$(said devices "$source" | grep . || echo 1) build/cuda/ptx2c-run $out/api/$1"
}

wanted() { # group/name: KIND LINE
    awk -v name="$1" '$1 == name { n = split($3, line, ","); for (i = 1; i <= n; i++) print $2, line[i] }' tests/checked/faults
}

one() { # group-name
    local group=${1%%-*} name=${1#*-} at=$out/${1/-/\/} command
    command=$("${group}_build" "$name" 2>"$at.log") || { fail "$group/$name: building" "tests/checked.sh $group/$name" "$at.log"; return; }
    eval "timeout 1800 $(echo $command)" >"$at.out" 2>"$at.err"
    wanted "$group/$name" | sort >"$at.want"
    sed -n 's/^[^ ]*:\([0-9]*\):[0-9]*: error: .*\[\([a-z-]*\)\]$/\2 \1/p' "$at.err" | sort -u |
        awk -v any=" $(sed -n 's/ \*$//p' "$at.want" | tr '\n' ' ')" '{ print index(any, " " $1 " ") ? $1 " *" : $0 }' | sort -u >"$at.got"
    if diff -u "$at.want" "$at.got" >"$at.diff"; then
        pass "$group/$name: $(wc -l <"$at.want") faults"
    else
        fail "$group/$name" "tests/checked.sh $group/$name   # $at.err" "$at.diff"
    fi
}

names_in() { # group, files
    local group=$1 f
    shift
    for f; do f=$(basename "$f"); echo "$group/${f%.*}"; done
}

if [ $# -eq 0 ] && [ -z "${LONG:-}" ]; then
    set -- run/reports run/compress run/recursion run/circle run/meet run/library_power run/variables run/widths faults/all
elif [ $# -eq 0 ]; then
    # shellcheck disable=SC2046
    set -- $(names_in run tests/run/*.c) $(names_in samples samples/*.cu) faults/all \
        $(names_in programs tests/bench/programs/*.ptx) $(names_in bench tests/bench/*.ptx | grep -v /launch)
    if command -v nvcc >/dev/null; then
        # shellcheck disable=SC2046
        set -- "$@" $(names_in cuda tests/cuda/*.cu) $(names_in api tests/cuda_api/programs/*.cu)
    else
        skip "nvcc's programs" 'no nvcc'
    fi
fi
case " $* " in *' api/'*) make -s cuda ;; esac
# shellcheck disable=SC2046
side_by_side one $out tests/checked.sh $(for name; do echo "${name%%/*}-${name#*/}"; done)
finish
