#!/bin/bash
# The translator's time and memory on modules that are large in one way (tests/bench/shapes.sh): four times the size takes
# about four times as much of both, or there is an error that says what the limit is.
#
#   tests/bounds.sh [SHAPE...]        LONG=1: modules that are four times as large, too
#
# Environment: PTX2C (./ptx2c), SLOW (1): a factor on times.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/bounds
mkdir -p $out
$CC -O1 -o $out/cost tests/bench/cost.c || exit 1

# Shapes with the smaller of two sizes.
sizes='
calls_chain_barrier 250     calls_twice_barrier 100     calls_twice_shuffle 100     calls_large_barrier 100
calls_many 500              calls_many_barrier 500      calls_circle_barrier 100    parameters_function 500
calls_chain 1000            calls_twice 100             calls_circle 60             calls_indirect 100
blocks 500                  ifs 250                     loops 100                   loops_in_turn 500
loops_lanes 500             loops_barrier 300           loops_waiting 100           labels 1000
labels_in_turn 500          branches_to_one 500         branches_anywhere 300       exits 500
switch 300                  switches 250                tables 400                  tables_barrier 400
braces_in_turn 300          barriers 500                barriers_apart 250          barriers_numbers 500
barriers_values 300         shuffles 500                shuffles_apart 300          votes 300
atomics 1000                fences 500                  registers 300               registers_twice 150
loads_stores 300            loads_stores_shared 300     copies_in_turn 300          addresses 250
adds 1000                   adds_chain 1000             adds_floats 1000            adds_twice 1000
moves 1000                  constants 1000              carries 1000                predicates 300
predicates_chain 500        selects 500                 vectors 200                 specials 300
variables 300               variables_shared 300        variables_local 300         variables_barrier 1000
variables_kernels 300       kernels 300                 kernels_calls 300           initialiser 4000
initialiser_addresses 1000  names_prefix 200            name_long 4000              registers_declared 1000
textures 150                aliases 250                 prototypes 1000             comment 4000
line 1000                   line_warnings 1000          warnings 1000               places 1000
debug 2000                  expression_sum 2000         number 4000
'
# What is refused, with the message.
refused='
calls_indirect_barrier 300  instructions; at most
kernels_barrier 700         instructions; at most
parameters 4000             bytes
braces 4000                 within each other
expression 4000             within each other
expression_signs 4000       within each other
expression_choice 4000      within each other
'

holds() { awk "BEGIN { exit !($1) }"; }

# Seconds and kilobytes that a shape takes.  The stack is small: nothing recurses as deep as the input is long.
cost_of() { # shape, size, rounds
    tests/bench/shapes.sh "$1" "$2" >$out/"$1".ptx
    (ulimit -v 2000000 2>/dev/null; ulimit -s 256; timeout 120 $out/cost "$3" "$ptx2c" -w -o $out/"$1".c $out/"$1".ptx)
}

in_time() { holds "$1 < (8 * $before + 0.1) * ${SLOW:-1}"; }
in_memory() { holds "$1 < 5 * $kb_before + 8192"; }

# Each size against the one before: sixteen times were quadratic.  A little is granted for what does not grow and for the clock.
# Where a kernel gets so large that it is translated in another way, the step there says nothing of growth: the next one counts.
shape() { # shape, sizes...
    local name=$1 n t kb before='' kb_before command stepped=''
    shift
    while [ $# -gt 0 ]; do
        n=$1
        shift
        command="tests/bench/shapes.sh $name $n >$out/$name.ptx; $ptx2c -o $out/$name.c $out/$name.ptx"
        if ! read -r t kb < <(cost_of "$name" "$n" 2) || [ -z "$kb" ]; then
            fail "$n $name" "$command"
            return
        fi
        # on a busy machine the best of two is not good: once more
        if [ -n "$before" ] && ! in_time "$t"; then
            read -r t _ < <(cost_of "$name" "$n" 6)
        fi
        if [ -z "$before" ]; then
            :
        elif in_time "$t" && in_memory "$kb"; then
            pass "$n $name: $t s, $kb kB"
        elif [ -z "$stepped" ]; then
            stepped=1
            set -- $((4 * n)) "${@:2}"
        else
            fail "$n $name: $t s, $kb kB, a quarter of them $before s, $kb_before kB" "$command"
        fi
        before=$t kb_before=$kb
    done
    rm -f $out/"$name".c $out/"$name".ptx
}

refusal() { # shape, size, message
    local command="tests/bench/shapes.sh $1 $2 >$out/$1.ptx; $ptx2c -o $out/$1.c $out/$1.ptx"
    tests/bench/shapes.sh "$1" "$2" >$out/"$1".ptx
    (ulimit -v 200000 2>/dev/null; timeout 60 "$ptx2c" -o $out/"$1".c $out/"$1".ptx) >$out/"$1".log 2>&1
    if [ $? -eq 1 ] && grep -q "^$out/$1.ptx:[0-9]*:[0-9]*: error: .*$3" $out/"$1".log; then
        pass "$2 $1 are refused"
    else
        fail "$2 $1 are refused" "$command" $out/"$1".log
    fi
}

chosen() { [ -z "$names" ] || case " $names " in *" $1 "*) ;; *) return 1 ;; esac; }

names=$*
while read -r name n; do
    chosen "$name" && shape "$name" "$n" $((4 * n)) ${LONG:+$((16 * n))}
done < <(echo "$sizes" | sed 's/\([0-9]\)  */\1\n/g' | grep .)
while read -r name n message; do
    [ -n "$name" ] && chosen "$name" && refusal "$name" "$n" "$message"
done <<<"$refused"
finish
