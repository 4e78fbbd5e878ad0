#!/bin/bash
# Checks of --sanitize: tests/sanitize/X.ptx, made from X.cu, if there is one, have faults where that says "// FAULT kind…", and
# no others; and the same whatever the order in which threads proceed and however many of the host there are: whole faults, with what
# they race with and the object.
#
#   tests/sanitize.sh [NAME...]           in 8 orders, on 1 to 4 threads
#   LONG=1 tests/sanitize.sh [NAME...]    in 100 orders, on each of 1 to 4 threads; and libraries/NAME, programs with CUDA's libraries
#   tests/sanitize.sh libraries/NAME...   one of those: where nvcc is; libraries/faults says what is found there, and why it is right
#   tests/sanitize.sh summary             what is said of a launch at its end
#   tests/sanitize.sh inlined             where what was inlined is called from
#   tests/sanitize.sh long_names          kernels whose names fill notes
#   tests/sanitize.sh cxx_names           C++'s names, as c++filt has them where it is asked for no parameters
#   tests/sanitize.sh lines               what JSON says of checks in front of instructions
#   tests/sanitize.sh kinds               how many kernels have each kind of fault, and how many of them a neighbour without, NAME_ok
#
# They are compiled by tcc, where that is installed and does it well. init, race and sync, with LONG=1 all, are compiled by $CC with -O1,
# and run also without OpenMP, compiled by clang, and on 32-bit machines: those that are installed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/sanitize
mkdir -p $out

seeds=8 more=
[ -z "${LONG:-}" ] || { seeds=100; more='1 2 3'; }

source_of() { # name
    [ -f "tests/sanitize/$1.cu" ] && echo "tests/sanitize/$1.cu" || echo "tests/sanitize/$1.ptx"
}

wanted() { # file: line and kind of each fault
    awk '{ at = index($0, "// FAULT "); if (at) { n = split(substr($0, at + 9), w, " "); for (i = 1; i <= n; i++) print NR, w[i] } }' "$1"
}

translate() { # name, file to make, options, checks
    local checks
    checks=${4:-$(grep -o 'Checked with --sanitize=[a-z,]*' "$(source_of "$1")" | sed 's/.*=//')}
    # shellcheck disable=SC2086
    $ptx2c -w "--sanitize=${checks:-all}" --module=cases ${3:-} -o "$2.c" "tests/sanitize/$1.ptx" >"$2.log" 2>&1 ||
        { fail "$1: translating" "$ptx2c --sanitize=all --module=cases -o $2.c tests/sanitize/$1.ptx" "$2.log"; return 1; }
}

compile() { # name, file to make, compiler, flags, options
    translate "$1" "$2" "${5:-}" "${6:-}" || return
    command="$3 $strict $4 -Iruntime -o $2 $2.c tests/sanitize/host.c -lm"
    $command >"$2.log" 2>&1 || { fail "$1: compiling" "$command" "$2.log"; return 1; }
}

# By tcc, in a hundredth of the time; false: it is not for tcc, or what that made is not right by the command given, and so for $CC.  Module and
# host are one file, as tcc does not unite what both have; $CC sees to warnings.
compile_fast() { # name, file to make, checks, command
    local file=$2 is_right=$4
    case ${LONG:-}$1 in 1* | init | race | sync) return 1 ;; esac
    [ -n "$tcc" ] && translate "$1" "$file" '' "$3" || return
    # shellcheck disable=SC2086
    $CC $strict $openmp $one_way -Iruntime -fsyntax-only "$file.c" >"$file.log" 2>&1 || return
    printf '#include "%s"\n' "$PWD/$file.c" ptx2c/api.h "$PWD/tests/sanitize/host.c" >"$file-one.c"
    $tcc -Iruntime -o "$file" "$file-one.c" -lm >"$file.log" 2>&1 && $is_right "$file"
}

# Optimised, the C of all checks takes compilers five times as long.
level_of() { # name
    case ${LONG:-}$1 in 1* | init | race | sync) echo -O1 ;; *) echo -O0 ;; esac
}

found_as_wanted() { # program
    timeout 120 "$1" >"$1.out" 2>"$1.err"
    sort -u "$1.out" >"$1.got"
    diff -u "$1.want" "$1.got" >"$1.diff"
}

found_ahead() { # program
    timeout 120 "$1" whole 2>"$1.err" | sort -u >"$1.got"
    PTX2C_SCHEDULE=1 timeout 120 "$1" whole 2>"$1.err" | sort -u >"$1.want"
    diff -u "$1.want" "$1.got" >"$1.diff"
}

# Without races, what may run unchecked does; in another order nothing does.
ahead_of() { # name
    local run=$out/$1-ahead
    case $1 in ahead | heap | init | look | memory | merge | registers | stack | surface | texture) ;; *) return ;; esac
    compile_fast "$1" "$run" memory,init found_ahead ||
        { compile "$1" "$run" "$CC" "$(level_of "$1") $openmp $one_way" '' memory,init && found_ahead "$run"; } && pass "$1: memory and init alone" ||
        fail "$1: memory and init alone" "$run whole; PTX2C_SCHEDULE=1 $run whole   # tests/sanitize.sh $1" "$run.diff"
}

# All of these kernels are looked at before they run.
looks_of() { # name
    [ "$1" = look ] || return
    [ "$(grep -c '_is_sure(c)' "$out/$1.c")" = "$(grep -c '^.visible .entry' "tests/sanitize/$1.ptx")" ] && pass "$1: a look at each kernel" ||
        fail "$1: a look at each kernel" "grep '_is_sure(c)' $out/$1.c" /dev/null
}

# Children race with each other's grids, whose blocks have no numbers among their own.
grids_of() { # name
    [ "$1" = children ] || return
    sed -n 's/.*: note: the other one: [^ ]* //p' "$out/$1.err" | sed 's/number [0-9]*/number N/' | sort -u >"$out/$1-grids.got"
    echo "by another grid's thread number N of its block" >"$out/$1-grids.want"
    diff -u "$out/$1-grids.want" "$out/$1-grids.got" >"$out/$1-grids.diff" && pass "$1: whose grids' threads" ||
        fail "$1: whose grids' threads" "$out/$1" "$out/$1-grids.diff"
}

# The same is found where there is no OpenMP, by another compiler, on 32-bit machines.
other_way() { # name, what it is, compiler, flags, emulator
    local run=$out/$1-$2
    echo 'int main(void) { return 0; }' >"$run-empty.c"
    # shellcheck disable=SC2086
    $3 $4 -o "$run-empty" "$run-empty.c" >"$run.log" 2>&1 && $5 "$run-empty" >>"$run.log" 2>&1 ||
        { skip "$1: $2" "no ${3%% *}${5:+ or ${5%% *}} for it"; return; }
    compile "$1" "$run" "$3" "$4" || return
    # shellcheck disable=SC2086
    timeout 600 $5 "$run" whole 2>"$run.err" | sort -u >"$run.got"
    diff -u "$out/$1.want" "$run.got" >"$run.diff" && pass "$1: $2" ||
        fail "$1: $2" "$5 $run whole   # tests/sanitize.sh $1" "$run.diff"
}

other_ways() { # name
    case ${LONG:-}$1 in 1* | init | race | sync | children) ;; *) return ;; esac
    other_way "$1" clang clang "-O0 $(openmp_of clang) $one_way" ''
    case ${LONG:-}$1 in children) return ;; esac # whose stores clang checks before what they load
    other_way "$1" single "$CC" "-O0 $one_way" ''
    ! grep -q 'Not for 32-bit machines' "$(source_of "$1")" || return
    other_way "$1" i386 'gcc -m32' "-O0 -idirafter /usr/include/x86_64-linux-gnu -msse2 -mfpmath=sse $one_way" ''
    other_way "$1" armhf arm-linux-gnueabihf-gcc "-O0 -static $one_way" qemu-arm
}

kinds() {
    awk '
        match($0, /^(K|FOUR|FORTY|\.visible \.entry) [a-z_0-9]+/) {
            split(substr($0, RSTART, RLENGTH), word, " ")
            kernel = FILENAME " " word[word[1] ~ /^[A-Z]+$/ ? 2 : 3]
            known[kernel] = 1
        }
        { at = index($0, "// FAULT ") }
        at { n = split(substr($0, at + 9), kind, " "); for (i = 1; i <= n; i++) has[kind[i], kernel] = 1 }
        END {
            for (k in has) { split(k, p, SUBSEP); with[p[1]]++; ok[p[1]] += (p[2] "_ok") in known }
            for (k in with) printf "%-18s %3d %3d\n", k, with[k], ok[k]
        }' $(for f in tests/sanitize/*.ptx; do source_of "$(basename "$f" .ptx)"; done) | sort
}

# What is found in a program: KIND and the file of CUDA's source.
found_in() { # file of JSON lines
    sed -n 's/,"other":{.*//; s/^{"kind":"\([^"]*\)".*"source":"\([^"]*\/\)*\([^"\/]*\)".*/\1 \3/p' "$1" | sort -u
}

library() { # name
    local name=$1 run=$out/libraries/$1 arch seed threads
    local program=tests/sanitize/libraries/$name.cu
    [ -f "$program" ] || { fail "libraries/$name" "ls $program"; return; }
    command -v nvcc >/dev/null || { skip "libraries/$name" 'no nvcc'; return; }
    mkdir -p $out/libraries
    arch=$(sed -n 's|^// arch: *||p' "$program")
    command="nvcc -std=c++17 -w -lineinfo -cudart static -gencode arch=compute_${arch:-80},code=compute_${arch:-80} -o $run $program"
    $command >"$run.log" 2>&1 || { fail "libraries/$name: nvcc" "$command" "$run.log"; return; }
    awk -v name="$name" '$1 == name { print $2, $3 }' tests/sanitize/libraries/faults | sort -u >"$run.want"
    for seed in 0 7 $(seq 11 $((seeds / 20 + 9))); do
        threads=$((seed % 2 + 1))
        rm -f "$run.json"
        command="OMP_NUM_THREADS=$threads PTX2C_SCHEDULE=$seed XDG_CACHE_HOME=$PWD/$out PTX2C_CHECK_LIMIT=0 PTX2C_CHECK_JSON=$run.json
            PTX2C_CC='$CC' PTX2C_CFLAGS='-O0 $openmp -DPTX2C_CLONES=' build/cuda/ptx2c-run --sanitize=all $run"
        command=$(echo $command)
        eval "timeout 3600 env $command" >"$run.out" 2>"$run.err"
        [ $? -lt 124 ] || { fail "libraries/$name: not run" "$command" "$run.err"; return; }
        [ -f "$run.json" ] || : >"$run.json"
        found_in "$run.json" >"$run.got"
        diff -u "$run.want" "$run.got" >"$run.diff" && [ ! -s "$run.out" ] ||
            { cat "$run.out" >>"$run.diff"; fail "libraries/$name: schedule $seed" "$command" "$run.diff"; return; }
    done
    pass "libraries/$name: $(wc -l <"$run.want") kinds of faults"
}

# One fault is no "faults".
summary() {
    local run=$out/summary
    command="$CC $strict -O0 -Iruntime -o $run $run.c ${run}_main.c -lm"
    $ptx2c -w --sanitize=memory --main -o "$run.c" samples/faults/faults.ptx >"$run.log" 2>&1 && $command >"$run.log" 2>&1 ||
        { fail 'summary: building' "$command" "$run.log"; return; }
    cat >"$run.want" <<END
shift: 1 fault at 1 place
shift: 2 faults at 2 places, of which 1 is not shown
END
    { "$run" shift --block 128 f32:127 f32:127 127; PTX2C_CHECK_LIMIT=1 "$run" shift --block 128 f32:127 f32:126 127; } 2>&1 |
        grep ' at [0-9]* place' >"$run.got"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass summary || fail summary 'tests/sanitize.sh summary' "$run.diff"
}

# A function that the compiler has inlined, in a function that it has inlined: the call in the kernel is told, of the innermost one the line, too; and
# what is not inlined has no call.
inlined() {
    local run=$out/inlined
    command="$CC $strict -O0 -Iruntime -o $run $run.c ${run}_main.c -lm"
    cat >"$run.ptx" <<'END'
.version 7.8
.target sm_70
.address_size 64
.visible .entry go(.param .u64 x)
{
    .reg .b64 %p;
    .reg .b32 %v;
    .loc 1 10 3
    ld.param.u64 %p, [x];
    ld.global.u32 %v, [%p+4];
    .loc 1 12 5
    .loc 2 100 1, function_name $name, inlined_at 1 12 5
    .loc 3 200 1, function_name $name, inlined_at 2 100 1
    st.global.u32 [%p+8], %v;
    .loc 1 14 5
    .loc 2 100 1, function_name $name, inlined_at 1 14 5
    st.global.u32 [%p+12], %v;
    ret;
}
.file 1 "user.cu"
.file 2 "outer.h"
.file 3 "inner.h"
.section .debug_str
{
$name:
.b8 103,0
}
END
    $ptx2c -w --sanitize=memory --main -o "$run.c" "$run.ptx" >"$run.log" 2>&1 && $command >"$run.log" 2>&1 ||
        { fail 'inlined: building' "$command" "$run.log"; return; }
    cat >"$run.want" <<END
user.cu:10:1: note: this is where that comes from
inner.h:200:1: note: this is where that comes from
user.cu:12:1: note: which was inlined here
outer.h:100:1: note: this is where that comes from
user.cu:14:1: note: which was inlined here
user.cu:10:1: note: this is where that comes from
outer.h:100:1: note: this is where that comes from
user.cu:14:1: note: which was inlined here
END
    { "$run" go u32:1; PTX2C_CHECK_SUPPRESS=@user.cu:12 "$run" go u32:1; } 2>&1 | grep ' from$\| inlined here$' >"$run.got"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass inlined || fail inlined 'tests/sanitize.sh inlined' "$run.diff"
}

# C++ gives kernels names of thousands of letters: the notes are there all the same.
long_names() {
    local run=$out/long_names name
    name=$(printf 'x%.0s' $(seq 3000))
    command="$CC $strict -O0 -Iruntime -o $run $run.c ${run}_main.c -lm"
    sed "s/\<shift\>/$name/" samples/faults/faults.ptx >"$run.ptx"
    $ptx2c -w --sanitize=memory --main -o "$run.c" "$run.ptx" >"$run.log" 2>&1 && $command >"$run.log" 2>&1 ||
        { fail 'long_names: building' "$command" "$run.log"; return; }
    printf '%s\n' "error: ld.global.f32 reads 4 bytes outside of memory 'shift_param_0' [memory-bounds]" 'note: this is where that comes from' \
        "note: in kernel 'block (0, 0, 0), thread (126, 0, 0)" 'note: that is 0 bytes behind its end; it has 508 bytes' >"$run.want"
    "$run" "$name" --block 128 f32:127 f32:127 127 2>&1 | sed -n "s/^[^ ]*:[0-9]*:[0-9]*: //; s/'x.* block/'block/; /^error\|^note/p" >"$run.got"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass long_names || fail long_names 'tests/sanitize.sh long_names' "$run.diff"
}

# What programs call them; in what is printed, and not in JSON.
cxx_names() {
    local run=$out/cxx_names
    printf '#define PTX2C_GENERATED 2\n#include "ptx2c.h"\n#include "ptx2c/sanitize_name.h"\n#include <stdio.h>\n%s\n' 'int main(void)
{
    char s[1000];
    while (fgets(s, sizeof s, stdin)) {
        ptx2c_cxx_name t;
        const int is = ptx2c_cxx_reads_parameter(&t, s, strcspn(s, "\n"));
        printf("%.*s\n", is ? (int)t.n : 1, is ? t.s : "-");
    }
}' >"$run-names.c"
    cat >"$run.want" <<'END'
sum
sum::part
kernel<float, 4>
foo::bar<true>
foo::bar<4>::tile
(anonymous)::fill
(anonymous)::fill
table
table_param_3
std::max<int>
main::(lambda)::operator()
Abc::(constructor)
Shape::(destructor)
vtable for Ball
f
apply<float*, const unsigned&, -3>
agent<policy::of<7>>
agent<policy::of<...>>
agent<...>
foo::...
-
-
-
-
END
    command="$CC $strict -O0 -Iruntime -o $run-names $run-names.c"
    $command >"$run.log" 2>&1 || { fail 'cxx_names: building' "$command" "$run.log"; return; }
    "$run-names" >"$run.got" <<'END'
_Z3sumPKfPfi
_ZZ3sumE4part
_Z6kernelIfLi4EEvPT_
_ZN3foo3barILb1EEEvPKNS_4NodeE
_ZZN3foo3barILi4EEEvPfE4tile_0
_ZN12_GLOBAL__N_14fillEPi
_ZN28_INTERNAL_0123abcd_4_a_cu_x_4fillEv
_ZL5table
_Z5tablePi_param_3
_ZSt3maxIiET_S0_S0_
_ZZ4mainENKUliE_clEi
_ZN3AbcC1Ev
_ZN5ShapeD0Ev
_ZTV4Ball
_Z1fDpT_
_Z5applyIPfRKjLin3EEvT_
_Z5agentIN6policy2ofILi7EEEEvT_
_Z5agentIN6policy2ofILi7ENS_4moreINS_4mostEEENS1_7anotherINS1_7anotherENS1_7anotherEEEEEEvT_
_Z5agentIN6policy2o...
_ZN3foo3b...
_Z99short
_ZN3fooE_
_Zplain
sum
END
    diff -u "$run.want" "$run.got" >"$run.diff" && pass 'cxx_names: read' || fail 'cxx_names: read' 'tests/sanitize.sh cxx_names' "$run.diff"
    command="$CC $strict -O0 -Iruntime -o $run $run.c ${run}_main.c -lm"
    sed 's/\<shift\>/_ZN3app5shiftILi2EEEvPKfPfi/; s/\<shift_param/_ZN3app5shiftILi2EEEvPKfPfi_param/' samples/faults/faults.ptx >"$run.ptx"
    $ptx2c -w --sanitize=memory --main -o "$run.c" "$run.ptx" >"$run.log" 2>&1 && $command >"$run.log" 2>&1 ||
        { fail 'cxx_names: building' "$command" "$run.log"; return; }
    rm -f "$run.json"
    printf '%s\n' "outside of memory 'app::shift<2>_param_0' [memory-bounds]" "in kernel 'app::shift<2>', block" 'app::shift<2>: 1 fault at 1 place' \
        '"kernel":"_ZN3app5shiftILi2EEEvPKfPfi","object":"_ZN3app5shiftILi2EEEvPKfPfi_param_0"' >"$run.want"
    { PTX2C_CHECK_JSON=$run.json "$run" _ZN3app5shiftILi2EEEvPKfPfi --block 128 f32:127 f32:127 127 2>&1; sed 's/"notes":"[^"]*"//' "$run.json"; } |
        grep -o "outside of memory.*\]$\|in kernel '.*', block\|^app.*place\|\"kernel\":.*param_0\"" >"$run.got"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass 'cxx_names: told' || fail 'cxx_names: told' 'tests/sanitize.sh cxx_names' "$run.diff"
}

# What is told of a register names the instruction that needs it, and no object.
lines() {
    local run=$out/lines
    command="$CC $strict -O0 -Iruntime -o $run $run.c ${run}_main.c -lm"
    cat >"$run.ptx" <<'END'
.version 7.8
.target sm_70
.address_size 64
.visible .entry go(.param .u64 x)
{
    .reg .b64 %p;
    .reg .b32 %v;
    ld.param.u64 %p, [x];
    st.global.u32 [%p], %v;
    ret;
}
END
    $ptx2c -w --sanitize=init --main -o "$run.c" "$run.ptx" >"$run.log" 2>&1 && $command >"$run.log" 2>&1 ||
        { fail 'lines: building' "$command" "$run.log"; return; }
    rm -f "$run.json"
    PTX2C_CHECK_JSON=$run.json "$run" go u32:1 >"$run.log" 2>&1
    echo '"object":"" "instruction":"st.global.u32" "line":9' >"$run.want"
    grep -o '"object":"[^"]*"\|"instruction":"[^"]*"\|"line":[0-9]*' "$run.json" | paste -sd ' ' >"$run.got"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass lines || fail lines 'tests/sanitize.sh lines' "$run.diff"
}

case_file() { # name
    case $1 in libraries-*) library "${1#libraries-}"; return ;; summary | inlined | long_names | cxx_names | lines) "$1"; return ;; esac
    local name=$1 run=$out/$1
    [ -f "tests/sanitize/$name.ptx" ] || { fail "$name" "ls tests/sanitize/$name.ptx"; return; }
    wanted "$(source_of "$name")" | sort -u >"$run.want"
    compile_fast "$name" "$run" '' found_as_wanted || compile "$name" "$run" "$CC" "$(level_of "$name") $openmp $one_way" || return
    if found_as_wanted "$run"; then
        pass "$name: $(wc -l <"$run.want") faults"
    else
        fail "$name" "tests/sanitize.sh $name   # $run.err" "$run.diff"
        return
    fi
    ahead_of "$name"
    looks_of "$name"
    grids_of "$name"
    timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.want"
    other_ways "$name"
    for seed in $(seq 1 $seeds); do
        for on in 0 $more; do
            on=$(((seed + on) % 4 + 1))
            OMP_NUM_THREADS=$on PTX2C_SCHEDULE=$seed timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.got"
            diff -u "$run.want" "$run.got" >"$run.diff" ||
                { fail "$name: schedule $seed" "OMP_NUM_THREADS=$on PTX2C_SCHEDULE=$seed $run whole   # tests/sanitize.sh $name" "$run.diff"; return; }
        done
    done
    pass "$name: the same in $seed orders"
}

[ "${1:-}" != kinds ] || { kinds; exit; }
names_of() { # ending, files
    local ending=$1
    shift
    for f; do f=${f#tests/sanitize/}; echo "${f%"$ending"}"; done
}

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046
    set -- $(names_of .ptx tests/sanitize/*.ptx) summary inlined long_names cxx_names lines $([ -z "${LONG:-}" ] || names_of .cu tests/sanitize/libraries/*.cu)
fi
case " $* " in *' libraries/'*) ! command -v nvcc >/dev/null || make -s cuda ;; esac
# shellcheck disable=SC2046
side_by_side case_file $out tests/sanitize.sh $(echo "$@" | tr / -)
finish
