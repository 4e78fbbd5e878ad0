#!/bin/bash
# A session of gdb with templates/ptx2c-gdb.py on a kernel with 256 threads and a barrier: where they are, a register of all of
# them, one thread stepped over the barrier.  lldb breaks at a line of PTX and prints registers.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
dir=build/tests/debug
rm -rf "$dir" && mkdir -p "$dir" || exit 1
export LC_ALL=C OMP_NUM_THREADS=1

check() { # name, command
    if (eval "$2") >"$dir/log" 2>&1; then pass "$1"; else fail "$1" "$2" "$dir/log"; fi
}

check "translating and compiling" "./ptx2c --main -g --debug -o $dir/reverse.c tests/debug/reverse.ptx &&
    $CC $strict -O0 -g -DPTX2C_CLONES= -Iruntime -o $dir/run $dir/reverse.c $dir/reverse_main.c -lm"
check "the same results" "./ptx2c -o $dir/usual.c --module=reverse tests/debug/reverse.ptx && $CC -std=c11 -O1 $one_way -Iruntime -o $dir/usual $dir/usual.c $dir/reverse_main.c -lm &&
    $dir/usual reverse --grid 2 --block 256 u32:512 512 --print 512 >$dir/want && $dir/run reverse --grid 2 --block 256 u32:512 512 --print 512 | cmp - $dir/want"
part() { sed -n "/^== $1\$/,/^== /p" "$dir/said" | sed '1d; /^== /d'; } # what was said behind a heading
if ! command -v gdb >/dev/null || ! gdb -batch -ex 'python print(1)' 2>/dev/null | grep -qx 1; then
    skip "gdb" "no gdb with Python"
else
    timeout 100 gdb -q -nx -batch -x templates/ptx2c-gdb.py -x tests/debug/session.gdb \
        --args "$dir/run" reverse --grid 2 --block 256 u32:512 512 >"$dir/said" 2>"$dir/gdb.err"
    awk 'BEGIN { for (i = 0; i < 256; i += 8) { printf "%4d:", i; for (k = i; k < i + 8; k++) printf " %d", 3 * k; print "" } }' >"$dir/values"
    check "256 threads, at the barrier" "part threads | grep -q 'block (0,0,0) of 256 threads' && part threads | grep -q 'at line 20'"
    check "256 values of a register" "part all | cmp - $dir/values"
    check "one thread" "part one | grep -qx 'block (0,0,0) thread (37,0,0)' && part one | grep -qx '%r5 = 111'"
    check "shared memory" "part one | grep -qx '   0: 0 3 6 9'"
    check "over the barrier" "part step | grep -q 'thread (37,0,0): its warp runs at .*reverse.ptx:21, lane 5; it has its turn' && part step | grep -q '%r5 = 111'"
    check "line by line behind it" "part step | grep -q 'reverse.ptx:22, lane 5' && part step | grep -q 'reverse.ptx:24, lane 5' && part step | grep -qx '%r9 = 872' && part step | grep -qx '%r10 = 654'"
    check "to the end" "part end | grep -q 'exited normally'"
    check "without a kernel" "gdb -q -nx -batch -x templates/ptx2c-gdb.py -ex 'ptx threads' $dir/run 2>&1 | grep -q 'no kernel is running here\|No stack\|no thread\|No frame'"
fi
if command -v lldb >/dev/null; then
    timeout 60 lldb -b -o 'settings set target.disable-aslr false' -o 'breakpoint set -f reverse.ptx -l 21' -o run -o 'expression s->r5[l]' -o 'frame variable s->r5[31] s->r6[31]' \
        -o 'breakpoint delete -f' -o continue -o quit -- "$dir/run" reverse --grid 2 --block 256 u32:512 512 >"$dir/lldb.txt" 2>"$dir/lldb.err"
    # Warp 7 is the first behind the barrier: its lanes are threads 224 to 255.
    check "lldb breaks at a line of PTX" "grep -q 'stop reason = breakpoint' $dir/lldb.txt && grep -q '^ *-> 21 ' $dir/lldb.txt"
    check "lldb prints registers" "grep -q '(uint32_t) .* = 672\$' $dir/lldb.txt && grep -q 's->r5\[31\] = 765' $dir/lldb.txt && grep -q 's->r6\[31\] = 1020' $dir/lldb.txt"
    check "lldb goes on to the end" "grep -q 'exited with status = 0' $dir/lldb.txt"
else
    skip "lldb" "no lldb (Debian: lldb)"
fi
finish
