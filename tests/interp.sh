#!/bin/bash
# Random programs beside an interpreter that stands on its own (src/interp/interp.h): what it computes from the PTX, one
# thread at a time, the translated C must compute, too, with and without analysis.
#
#   tests/interp.sh [found[=NAME] | graphs[=SEED] | cuda[=SEED] | checked[=SEED]]...      the first three, with LONG=1 all; one of a kind
#
# found: what differed once, made small (tests/interp/found).
# graphs: control flow that is a random graph, as PTX (tests/interp/graphs.c), 50 kernels for a seed.  cuda: random CUDA
# programs (tests/interp/cuda.c), 20 kernels for a seed, as nvcc and clang compile them at several levels; all of those must
# compute the same in the interpreter.  LONG=1: GRAPHS=100000 and PROGRAMS=2000 kernels, from seed START=1.  checked: the same programs with
# all checks, which find nothing in them, in three orders; LONG=1: a twentieth of PROGRAMS.
#
# The C is compiled by tcc where that is installed, which is fast, else by $CC.  tcc has faults of its own: what differs is
# compiled by $CC, and that decides.
# What fails stays in build/interp/KIND=SEED; KEEP=1: all does, and what nvcc and clang wrote is not made again.
# Environment: CC, PTX2C (./ptx2c), JOBS (2), INTERP_CC, INTERP_DIR.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=${INTERP_DIR:-build/interp}
mkdir -p "$out"

usual="$CC -std=c11 -w -O0 $one_way"
fast=${INTERP_CC:-${tcc:-$usual}}
device="-w -Itests/interp"
nvcc="nvcc -ptx -fmad=false -arch=sm_80 $device"
clang="clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -ffp-contract=off
    -Xclang -target-feature -Xclang +ptx63 -S $device"

# Translates and compiles FILE.ptx with some options as FILE.LABEL.
build() { # file without ending, label, compiler, ptx2c options
    command="$ptx2c $4 --module=interp -o $1.$2.c $1.ptx && $3 -Iruntime -o $1.$2 $1.$2.c tests/interp/driver.c
        tests/interp/launch.c -lm"
    command=$(echo $command)
    timeout 300 bash -c "$command" >"$1.$2.log" 2>&1
}

# What the program prints; kernels after one that crashed or hung run alone.
run() { # program, kernels
    local k
    { timeout 60 "$1" >"$1.got" && return; } 2>/dev/null
    for ((k = 0; k < $2; k++)); do
        grep -q "^k$k " "$1.got" || timeout 5 "$1" k$k 2>/dev/null | awk -v k=k$k '{ h = $3 } END { print k, NR == 8 ? h : "ends early" }' >>"$1.got"
    done
}

# One file in two ways beside the interpreter.
compare() { # file without ending, kernels
    local file=$1 n=$2 label options k wrong
    timeout 300 "$out/interp" "$file.ptx" >"$file.want" 2>"$file.log" && ! grep -v '^k[0-9]* [0-9a-f]*$' "$file.want" >>"$file.log" ||
        { fail "$file" "$out/interp $file.ptx" "$file.log"; return; }
    for label in usual literal; do
        options=
        [ $label = usual ] || options=--no-analysis
        build "$file" $label "$fast" "$options" || { fail "$file ($label)" "$command" "$file.$label.log"; continue; }
        run "$file.$label" "$n"
        wrong=$(sort "$file.$label.got" | comm -13 - <(sort "$file.want") | cut -d' ' -f1)
        passed=$((passed + n))
        [ -n "$wrong" ] || continue
        # shellcheck disable=SC2086
        build "$file" $label.again "$usual" "$options $(printf ' --entry=%s' $wrong)"
        for k in $wrong; do
            timeout 10 "$file.$label.again" "$k" 2>&1 | cmp -s - <("$out/interp" "$file.ptx" "$k") && continue
            passed=$((passed - 1))
            fail "$file $k ($label)" "diff <($out/interp $file.ptx $k) <($file.$label.again $k)   # $command"
        done
    done
}

found() { # name
    cp "tests/interp/found/$1.ptx" "$out/found=$1/k.ptx" && compare "$out/found=$1/k" 1
}

graphs() { # seed
    local file=$out/graphs=$1/k
    "$out/graphs" "$1" "$file.ptx" 50 || { fail "graphs=$1" "$out/graphs $1 $file.ptx 50"; return; }
    compare "$file" 50
}

# The levels of a compiler: each makes another program of the same.
compile() { # file without ending, label, levels..., compiler and flags
    local file=$1 label=$2 levels=$3 flag=$4 level
    shift 4
    command -v "$1" >/dev/null || { skip "$file ($label)" "no $1"; return; }
    for level in $levels; do
        command="$* $flag$level -o $file.$label$level.ptx $file.cu"
        { [ -n "${KEEP:-}" ] && [ -s "$file.$label$level.ptx" ]; } || $command >"$file.log" 2>&1 ||
            { fail "$file ($label$level)" "$command" "$file.log"; continue; }
        compare "$file.$label$level" 20
    done
}

cuda() { # seed
    local file=$out/cuda=$1/k want first=
    "$out/cuda" "$1" "$file.cu" 20 || { fail "cuda=$1" "$out/cuda $1 $file.cu 20"; return; }
    # shellcheck disable=SC2086
    compile "$file" nvcc "${NVCC_LEVELS:-0 1 3}" "-Xcicc -O" $nvcc
    # shellcheck disable=SC2086
    compile "$file" clang "${CLANG_LEVELS:-0 1 2 3}" -O $clang
    for want in "$file".*.want; do
        [ -s "$want" ] || continue
        first=${first:-$want}
        cmp -s "$want" "$first" || fail "cuda=$1: compilers differ" "diff $want $first" <(diff "$want" "$first")
    done
}

checked() { # seed
    local file=$out/checked=$1/k at label order
    "$out/cuda" "$1" "$file.cu" 20 || { fail "checked=$1" "$out/cuda $1 $file.cu 20"; return; }
    for label in nvcc clang; do
        at=$file.$label
        command -v $label >/dev/null || { skip "$at" "no $label"; continue; }
        if [ $label = nvcc ]; then command="$nvcc -o $at.ptx $file.cu"; else command="$clang -O2 -o $at.ptx $file.cu"; fi
        command=$(echo $command)
        $command >"$at.log" 2>&1 || { fail "$at" "$command" "$at.log"; continue; }
        build "$at" checked "$usual" --sanitize=all || { fail "$at" "$command" "$at.checked.log"; continue; }
        timeout 300 "$out/interp" "$at.ptx" | sort >"$at.want"
        for order in 0 3 4; do
            PTX2C_SCHEDULE=$order timeout 300 "$at.checked" >"$at.got" 2>"$at.err"
            { sort "$at.got"; cat "$at.err"; } | diff "$at.want" - >"$at.diff" && [ -s "$at.want" ] && passed=$((passed + 20)) ||
                fail "$at in order $order" "PTX2C_SCHEDULE=$order $at.checked   # $command" "$at.diff"
        done
    done
}

# What the comparison rests on: what is not known is refused at its place, so is what no program may do; and what differs
# is seen.
refusals() {
    local file=$out/refused.ptx name text line
    while IFS='|' read -r name line text; do
        {
            printf '.version 7.0\n.target sm_80\n.address_size 64\n'
            printf '.visible .entry k0(.param .u64 out, .param .u64 in, .param .u64 acc, .param .u32 n)\n{\n'
            printf '.reg .b32 %%r<9>;\n.reg .b64 %%d<9>;\n.reg .pred %%p<9>;\nld.param.u64 %%d1, [out];\nmov.u32 %%r1, %%tid.x;\n'
            printf '%s\nret;\n}\n' "$text"
        } >"$file"
        "$out/interp" "$file" >"$out/log" 2>&1
        if [ $? -eq 3 ] && grep -q "$line" "$out/log"; then pass "$name"; else fail "$name" "$out/interp $file" "$out/log"; fi
    done <<'END'
an approximation|:11: .*ex2.approx|ex2.approx.f32 %r2, %r1;
an unknown instruction|:11: unknown instruction: frob|frob.u32 %r2, %r1;
an unknown word|:11: .*add.rn|add.rn.u32 %r2, %r1, 1;
a register without a value|line 11: .*nothing has written|add.u32 %r2, %r3, 1;
memory without a value|line 11: .*nothing has written|.shared .b32 s; ld.shared.u32 %r2, [s];
an address that is nobody's|line 11: .*nobody|ld.global.u32 %r2, [%d1+-4];
a barrier that not all come to|line 11: bar.*waits for ever|setp.eq.u32 %p1, %r1, 0; @%p1 bra L; bar.warp.sync -1; L: bar.sync 0;
an endless loop|does not end|L: bra L;
END
    sed 's/xor\.b32/or.b32/' "$out/graphs=1/k.ptx" >"$out/changed.ptx" && "$out/interp" "$out/changed.ptx" >"$out/log" &&
        ! cmp -s "$out/log" "$out/graphs=1/k.want"
    if [ $? -eq 0 ]; then pass "another program computes something else"; else fail "another program" "$out/interp $out/changed.ptx"; fi
}

one() { # KIND=SEED
    local before=$failed
    mkdir -p "$out/$1"
    ${1%=*} "${1#*=}"
    [ "$1" != graphs=1 ] || refusals
    [ $failed -ne "$before" ] || [ -n "${KEEP:-}" ] || rm -rf "${out:?}/$1"
}

parts=
for part in src/interp/*.c tests/interp/main.c tests/interp/launch.c; do parts="$parts $part"; done
command="$CC $strict -Isrc/interp -D_POSIX_C_SOURCE=200809L -O2 -frounding-math -ffp-contract=off -o $out/interp $parts -lm"
$command >"$out/log" 2>&1 || { fail interp "$command" "$out/log"; finish; }
build_generator "$out/graphs" .ptx tests/interp/graphs.c || finish
build_generator "$out/cuda" .cu tests/interp/cuda.c || finish

[ $# -gt 0 ] || set -- found graphs cuda ${LONG:+checked}
list=
for kind; do
    n=1
    [ $kind != graphs ] || [ "$fast" = "$usual" ] || n=6
    [ -z "${LONG:-}" ] || [ $kind != graphs ] || n=$(((${GRAPHS:-100000} + 49) / 50))
    [ -z "${LONG:-}" ] || [ $kind != checked ] || n=$(((${PROGRAMS:-2000} + 399) / 400))
    [ -z "${LONG:-}" ] || [ $kind != cuda ] || n=$(((${PROGRAMS:-2000} + 19) / 20))
    case $kind in
    *=*) list="$list $kind" ;;
    found) for file in tests/interp/found/*.ptx; do list="$list found=$(basename "$file" .ptx)"; done ;;
    *) list="$list $(seq -f "$kind=%.0f" "${START:-1}" $((${START:-1} + n - 1)))" ;;
    esac
done
# shellcheck disable=SC2086
side_by_side one "$out" tests/interp.sh $list
finish
