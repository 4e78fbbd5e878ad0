#!/bin/sh
# Writes a module that is large in one way to standard output; its size grows evenly with SIZE.
#
#   tests/bench/shapes.sh SHAPE SIZE       SHAPE: one of those that tests/bench/shapes.sh alone lists
shapes=$(sed -n '/^# ---- calls/,$s/^function \([a-z_]*\)(.*/\1/p' "$0")
case ${1:-} in '') echo "$shapes"; exit ;; esac
dispatch=$(for f in $shapes; do echo "if (shape == \"$f\") { $f(); exit }"; done)
exec awk -v shape="$1" -v n="${2:-0}" '
function head() { print ".version 8.0\n.target sm_80\n.address_size 64" }
# Registers %r, %f (as many as asked), %d, %p; %d3 is the address of the thread'\''s own element of p, %r1 its number.
function declare_registers(count) {
    printf ".reg .b32 %%r<%d>;\n.reg .f32 %%f<%d>;\n.reg .b64 %%d<%d>;\n.reg .pred %%p<%d>;\n", count + 9, count + 9, count + 9, count + 9
}
function entry(count, params) {
    head(); open_kernel("big", count, params)
}
function open_kernel(name, count, params) {
    print ".visible .entry " name "(.param .u64 p" params ")\n{"
    declare_registers(count)
    print "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nadd.u64 %d3, %d1, %d2;\nmov.u32 %r2, 0;"
}
function finish() { print "st.global.u32 [%d3], %r2;\nret;\n}" }

function long_word(    i) { for (i = 0; i < n; i++) printf "x" }

# A function of one number that does what text says to %r1, and calls those in the list of names.
function function_of(name, text, names,    i, k, call) {
    printf ".func (.param .u32 r) %s(.param .u32 a)\n{\n.reg .b32 %%r<9>;\n.reg .pred %%q;\nld.param.u32 %%r1, [a];\n%s", name, text
    k = split(names, call, " ")
    for (i = 1; i <= k; i++) call_of(call[i], "%r1")
    print "st.param.u32 [r], %r1;\nret;\n}"
}
function call_of(name, reg) {
    printf "{\n.param .u32 x, y;\nst.param.u32 [x], %s;\ncall (y), %s, (x);\nld.param.u32 %s, [y];\n}\n", reg, name, reg
}
function declare(name) { printf ".func (.param .u32 r) %s(.param .u32 a);\n", name }
function main_of(name) { open_kernel("big", 9); call_of(name, "%r2"); finish() }

# f0 with text; each of the others calls the one before, so many times.
function chain(text, times,    i, k, names) {
    head()
    function_of("f0", text, "")
    for (i = 1; i < n; i++) {
        names = ""
        for (k = 0; k < times; k++) names = names " f" (i - 1)
        function_of("f" i, "", names)
    }
    main_of("f" (n - 1))
}

function table(each,    i) { # one table of labels for many branches, as interpreters have
    entry(9); print "ld.global.u32 %r2, [%d3];"; printf "T: .branchtargets "
    for (i = 0; i < n; i++) printf "%s$L%d", i ? ", " : "", i
    print ";"
    for (i = 0; i < n; i++) printf "$L%d: add.u32 %%r2, %%r2, 1;\n%sbrx.idx %%r2, T;\n", i, each
    finish()
}

# ---- calls
function calls_chain() { chain("add.u32 %r1, %r1, 1;\n", 1) }
function calls_chain_barrier() { chain("bar.sync 0;\n", 1) }
function calls_twice() { chain("add.u32 %r1, %r1, 1;\n", 2) }
function calls_twice_barrier() { chain("bar.sync 0;\n", 2) }
function calls_twice_shuffle() { chain("shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;\n", 2) }
function calls_large_barrier(    i, text) { # a function of n barriers that is called twice as often
    head()
    for (i = 0; i < n; i++) text = text "add.u32 %r1, %r1, " i ";\nbar.sync 0;\n"
    function_of("f0", text, "")
    open_kernel("big", 9)
    for (i = 0; i < 2 * n; i++) call_of("f0", "%r2")
    finish()
}
function calls_many(    i) {
    head(); function_of("f0", "add.u32 %r1, %r1, 1;\n", ""); open_kernel("big", 9)
    for (i = 0; i < n; i++) call_of("f0", "%r2")
    finish()
}
function calls_many_barrier(    i) {
    head(); function_of("f0", "bar.sync 0;\n", ""); open_kernel("big", 9)
    for (i = 0; i < n; i++) call_of("f0", "%r2")
    finish()
}
function calls_circle(text,    i) { # each calls the next, the last the first
    head()
    for (i = 0; i < n; i++) declare("f" i)
    for (i = 0; i < n; i++) function_of("f" i, text "setp.eq.u32 %q, %r1, 0;\n@%q ret;\nsub.u32 %r1, %r1, 1;\n", "f" (i + 1) % n)
    main_of("f0")
}
function calls_circle_barrier() { calls_circle("bar.sync 0;\n") }
function calls_indirect(text,    i, names) { # n functions whose addresses are taken, n calls through a register
    head()
    for (i = 0; i < n; i++) function_of("f" i, text "add.u32 %r1, %r1, " i ";\n", "")
    printf ".global .u64 table[] = {"
    for (i = 0; i < n; i++) printf "%sf%d", i ? ", " : "", i
    print "};"
    open_kernel("big", 9)
    print "proto: .callprototype (.param .u32 _) _ (.param .u32 _);"
    for (i = 0; i < n; i++)
        printf "ld.global.u64 %%d4, [table+%d];\n{\n.param .u32 x, y;\nst.param.u32 [x], %%r2;\ncall (y), %%d4, (x), proto;\nld.param.u32 %%r2, [y];\n}\n", 8 * i
    finish()
}
function calls_indirect_barrier() { calls_indirect("bar.sync 0;\n") }
function kernels(    i) { head(); for (i = 0; i < n; i++) { open_kernel("k" i, 9); finish() } }
function kernels_calls(    i, text) { # n kernels, each of which calls the same function
    head()
    function_of("f0", "add.u32 %r1, %r1, 1;\n", "")
    for (i = 0; i < n; i++) { open_kernel("k" i, 9); call_of("f0", "%r2"); finish() }
}
function kernels_barrier(    i, text) { # n kernels, each of which calls a function of n barriers
    head()
    for (i = 0; i < n; i++) text = text "add.u32 %r1, %r1, " i ";\nbar.sync 0;\n"
    function_of("f0", text, "")
    for (i = 0; i < n; i++) { open_kernel("k" i, 9); call_of("f0", "%r2"); finish() }
}
function parameters(    i) {
    head(); printf ".visible .entry big(.param .u64 p"
    for (i = 0; i < n; i++) printf ",\n.param .u32 p%d", i
    print ")\n{"; declare_registers(n); print "ld.param.u64 %d3, [p];\nmov.u32 %r2, 0;"
    for (i = 0; i < n; i++) printf "ld.param.u32 %%r%d, [p%d];\nadd.u32 %%r2, %%r2, %%r%d;\n", i + 3, i, i + 3
    finish()
}
function parameters_function(    i) {
    head(); printf ".func f0(.param .u32 a0"
    for (i = 1; i < n; i++) printf ",\n.param .u32 a%d", i
    print ")\n{\n.reg .b32 %r<9>;"
    for (i = 0; i < n; i++) printf "ld.param.u32 %%r1, [a%d];\nadd.u32 %%r2, %%r2, %%r1;\n", i
    print "ret;\n}"; open_kernel("big", 9)
    for (i = 0; i < n; i++) printf ".param .u32 x%d;\nst.param.u32 [x%d], %d;\n", i, i, i
    printf "call f0, (x0"; for (i = 1; i < n; i++) printf ", x%d", i
    print ");"; finish()
}

# ---- control flow
function blocks(    i) {
    entry(n)
    for (i = 0; i < n; i++) {
        printf "setp.gt.u32 %%p%d, %%r1, %d;\n@%%p%d bra $L%d;\n", i, i, i, i
        printf "add.u32 %%r2, %%r2, %%r1;\n$L%d: xor.b32 %%r2, %%r2, %d;\n", i, i
    }
    finish()
}
function ifs(    i) {
    entry(n)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p%d, %%r1, %d;\n@%%p%d bra $L%d;\nadd.u32 %%r2, %%r2, %d;\n", i, i, i, i, i
    for (i = n - 1; i >= 0; i--) printf "$L%d: xor.b32 %%r2, %%r2, %d;\n", i, i
    finish()
}
function loops(    i) {
    entry(n)
    for (i = 0; i < n; i++) printf "mov.u32 %%r%d, 0;\n$L%d: add.u32 %%r2, %%r2, %d;\n", i + 3, i, i
    for (i = n - 1; i >= 0; i--)
        printf "add.u32 %%r%d, %%r%d, 1;\nsetp.lt.u32 %%p%d, %%r%d, 2;\n@%%p%d bra $L%d;\n", i + 3, i + 3, i, i + 3, i, i
    finish()
}
function loops_in_turn(text,    i) {
    entry(n)
    for (i = 0; i < n; i++)
        printf "mov.u32 %%r%d, 0;\n$L%d: add.u32 %%r2, %%r2, %%r1;\n%sadd.u32 %%r%d, %%r%d, 1;\nsetp.lt.u32 %%p%d, %%r%d, 3;\n@%%p%d bra $L%d;\n",
            i + 3, i, text, i + 3, i + 3, i, i + 3, i, i
    finish()
}
function loops_lanes(    i) { # lanes go round as often as their numbers say
    entry(n)
    for (i = 0; i < n; i++)
        printf "mov.u32 %%r%d, 0;\n$L%d: add.u32 %%r2, %%r2, %%r%d;\nadd.u32 %%r%d, %%r%d, 1;\nsetp.lt.u32 %%p%d, %%r%d, %%r1;\n@%%p%d bra $L%d;\n",
            i + 3, i, i + 3, i + 3, i + 3, i, i + 3, i, i
    finish()
}
function loops_barrier() { loops_in_turn("bar.sync 0;\n") }
function loops_waiting(    i) { # that wait for another thread
    entry(n)
    for (i = 0; i < n; i++)
        printf "$L%d: ld.volatile.global.u32 %%r3, [%%d1+%d];\nsetp.eq.u32 %%p1, %%r3, 0;\n@%%p1 bra $L%d;\n", i, 4 * i, i
    finish()
}
function labels(    i) { # that no branch names
    entry(9); for (i = 0; i < n; i++) printf "$L%d: add.u32 %%r2, %%r2, %%r1;\n", i
    finish()
}
function labels_in_turn(    i) { # all behind one another, each of which a branch names
    entry(9)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 bra $L%d;\n", i, i
    print "add.u32 %r2, %r2, 1;"
    for (i = n - 1; i >= 0; i--) printf "$L%d:\n", i
    finish()
}
function branches_to_one(    i) {
    entry(9)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 bra $L;\nadd.u32 %%r2, %%r2, %%r1;\n", i
    print "$L:"; finish()
}
function branches_anywhere(    i) { # no structure at all
    entry(9); seed = 7
    for (i = 0; i < n; i++) {
        seed = seed * 16807 % 2147483647
        printf "$L%d: add.u32 %%r2, %%r2, 1;\nsetp.gt.u32 %%p1, %%r2, %d;\n@%%p1 bra $L%d;\n", i, i, seed % n
    }
    finish()
}
function exits(    i) {
    entry(9)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 exit;\nadd.u32 %%r2, %%r2, %%r1;\n", i + 40
    finish()
}
function switch(    i) {
    entry(9); printf "T: .branchtargets "
    for (i = 0; i < n; i++) printf "%s$L%d", i ? ", " : "", i
    print ";\nbrx.idx %r1, T;"
    for (i = 0; i < n; i++) printf "$L%d: add.u32 %%r2, %%r2, %d;\nbra $end;\n", i, i
    print "$end:"; finish()
}
function switches(    i, k) { # small ones, in turn
    entry(9)
    for (i = 0; i < n; i++) {
        printf "T%d: .branchtargets $L%d_0, $L%d_1, $L%d_2;\nbrx.idx %%r1, T%d;\n", i, i, i, i, i
        for (k = 0; k < 3; k++) printf "$L%d_%d: add.u32 %%r2, %%r2, %d;\nbra $end%d;\n", i, k, k, i
        printf "$end%d:\n", i
    }
    finish()
}
function tables() { table("") }
function tables_barrier() { table("bar.sync 0;\n") }
function braces(    i) {
    entry(9)
    for (i = 0; i < n; i++) printf "{ .reg .b32 %%t;\nadd.u32 %%t, %%r1, 1;\nadd.u32 %%r2, %%r2, %%t;\n"
    for (i = 0; i < n; i++) print "}"
    finish()
}
function braces_in_turn(    i) {
    entry(9)
    for (i = 0; i < n; i++) printf "{ .reg .b32 %%t;\nadd.u32 %%t, %%r1, 1;\nadd.u32 %%r2, %%r2, %%t;\n}\n"
    finish()
}

# ---- barriers and warps
function barriers(    i) {
    entry(9); print ".shared .u32 s[256];"
    for (i = 0; i < n; i++) printf "st.shared.u32 [s+%d], %%r2;\nbar.sync 0;\nld.shared.u32 %%r2, [s+%d];\n", i % 64 * 4, i % 64 * 4 + 4
    finish()
}
function barriers_apart(    i) { # under conditions that differ between lanes
    entry(9)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 bra $L%d;\nbar.sync 0;\nadd.u32 %%r2, %%r2, 1;\n$L%d:\n", i, i, i
    finish()
}
function barriers_numbers(    i) { # whose numbers are in registers
    entry(9); for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, 1;\nbarrier.sync %%r2, 64;\n"
    finish()
}
function barriers_values(    i) { # n values live across n barriers
    entry(n)
    for (i = 0; i < n; i++) printf "ld.global.u32 %%r%d, [%%d3+%d];\n", i + 3, 4 * i
    for (i = 0; i < n; i++) print "bar.sync 0;\nadd.u32 %r2, %r2, 1;"
    for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, %%r%d;\n", i + 3
    finish()
}
function shuffles(    i) {
    entry(9); for (i = 0; i < n; i++) printf "shfl.sync.bfly.b32 %%r3, %%r2, %d, 31, -1;\nadd.u32 %%r2, %%r2, %%r3;\n", 2 ^ (i % 5)
    finish()
}
function shuffles_apart(    i) {
    entry(9)
    for (i = 0; i < n; i++)
        printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 bra $L%d;\nshfl.sync.bfly.b32 %%r2, %%r2, 1, 31, 1;\n$L%d:\n", i, i, i
    finish()
}
function votes(    i) {
    entry(9)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r2, %d;\nvote.sync.ballot.b32 %%r3, %%p1, -1;\nadd.u32 %%r2, %%r2, %%r3;\n", i
    finish()
}
function atomics(    i) {
    entry(9); for (i = 0; i < n; i++) printf "atom.global.add.u32 %%r2, [%%d3+%d], %%r2;\n", 4 * i
    finish()
}
function fences(    i) {
    entry(9); for (i = 0; i < n; i++) printf "st.global.u32 [%%d1+%d], %%r2;\nmembar.gl;\nld.global.u32 %%r2, [%%d1+%d];\n", 4 * i, 4 * i + 4
    finish()
}

# ---- straight code
function registers(    i) { # all live at once
    entry(2 * n)
    for (i = 0; i < n; i++) printf "ld.global.u32 %%r%d, [%%d3+%d];\n", i + 3, 4 * i
    for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, %%r%d;\n", n + 2 - i
    finish()
}
function registers_twice(    i) { # written on two ways and live in n blocks
    entry(n)
    for (i = 0; i < n; i++) printf "mov.u32 %%r%d, %d;\n", i + 3, i
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p1, %%r1, %d;\n@%%p1 add.u32 %%r%d, %%r%d, 1;\n@%%p1 bra $L%d;\nadd.u32 %%r2, %%r2, 1;\n$L%d:\n", i, i + 3, i + 3, i, i
    for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, %%r%d;\n", i + 3
    finish()
}
function loads_stores(    i) {
    entry(n)
    for (i = 0; i < n; i++) printf "ld.global.u32 %%r%d, [%%d3+%d];\n", i + 3, 4 * i
    for (i = 0; i < n; i++) printf "st.global.u32 [%%d3+%d], %%r%d;\n", 4 * i, i + 3
    finish()
}
function loads_stores_shared(    i) {
    entry(n); printf ".shared .u32 s[%d];\n", n + 256; print "shl.b32 %r0, %r1, 2;\nmov.u32 %r2, s;\nadd.u32 %r0, %r0, %r2;"
    for (i = 0; i < n; i++) printf "ld.shared.u32 %%r%d, [%%r0+%d];\n", i + 3, 4 * i
    for (i = 0; i < n; i++) printf "st.shared.u32 [%%r0+%d], %%r%d;\n", 4 * i, i + 3
    finish()
}
function copies_in_turn(    i) {
    entry(n); for (i = 0; i < n; i++) printf "ld.global.u32 %%r%d, [%%d3+%d];\nst.global.u32 [%%d3+%d], %%r%d;\n", i + 3, 4 * i, 4 * i + 4, i + 3
    finish()
}
function addresses(    i) { # each from a register of its own
    entry(n)
    for (i = 0; i < n; i++) printf "add.u32 %%r3, %%r1, %d;\nmul.wide.u32 %%d4, %%r3, 4;\nadd.u64 %%d%d, %%d1, %%d4;\nld.global.u32 %%r3, [%%d%d];\nst.global.u32 [%%d%d], %%r3;\n", i, i + 5, i + 5, i + 5
    finish()
}
function adds(    i) { # of one register
    entry(9); for (i = 0; i < n; i++) print "add.u32 %r2, %r2, %r1;"
    finish()
}
function adds_chain(    i) { # each of a register of its own
    entry(n); for (i = 0; i < n; i++) printf "add.u32 %%r%d, %%r%d, %%r1;\n", i + 3, i + 2
    printf "mov.u32 %%r2, %%r%d;\n", n + 2; finish()
}
function adds_floats(    i) {
    entry(n); print "cvt.rn.f32.u32 %f2, %r1;"; for (i = 0; i < n; i++) printf "add.f32 %%f%d, %%f%d, 0f3F800000;\n", i + 3, i + 2
    printf "mov.b32 %%r2, %%f%d;\n", n + 2; finish()
}
function adds_twice(    i) { # each of the one before and itself
    entry(n); print "mov.u32 %r2, %r1;"; for (i = 0; i < n; i++) printf "add.u32 %%r%d, %%r%d, %%r%d;\n", i + 3, i + 2, i + 2
    printf "mov.u32 %%r2, %%r%d;\n", n + 2; finish()
}
function moves(    i) { # a copy of a copy
    entry(n); print "ld.global.u32 %r2, [%d3];"; for (i = 0; i < n; i++) printf "mov.u32 %%r%d, %%r%d;\n", i + 3, i + 2
    printf "mov.u32 %%r2, %%r%d;\n", n + 2; finish()
}
function constants(    i) {
    entry(n); for (i = 0; i < n; i++) printf "mov.u32 %%r%d, %d;\nadd.u32 %%r2, %%r2, %%r%d;\n", i + 3, i, i + 3
    finish()
}
function carries(    i) {
    entry(n); print "add.cc.u32 %r2, %r1, %r1;"; for (i = 0; i < n; i++) printf "addc.cc.u32 %%r2, %%r2, %d;\n", i
    finish()
}
function predicates(    i) {
    entry(n)
    for (i = 0; i < n; i++) printf "setp.gt.u32 %%p%d, %%r1, %d;\n", i, i
    for (i = 0; i < n; i++) printf "@%%p%d add.u32 %%r2, %%r2, %d;\n", i, i
    finish()
}
function predicates_chain(    i) {
    entry(n); print "setp.gt.u32 %p0, %r1, 3;"
    for (i = 0; i < n; i++) printf "setp.gt.and.u32 %%p%d, %%r1, %d, %%p%d;\n", i + 1, i, i
    printf "selp.u32 %%r2, 1, 2, %%p%d;\n", n; finish()
}
function selects(    i) {
    entry(n); for (i = 0; i < n; i++) printf "setp.gt.u32 %%p%d, %%r%d, %d;\nselp.u32 %%r%d, %%r%d, %%r1, %%p%d;\n", i, i + 2, i, i + 3, i + 2, i
    printf "mov.u32 %%r2, %%r%d;\n", n + 2; finish()
}
function vectors(    i) {
    entry(4 * n); print "cvta.to.global.u64 %d3, %d1;"
    for (i = 0; i < n; i++) printf "ld.global.v4.u32 {%%r%d, %%r%d, %%r%d, %%r%d}, [%%d3+%d];\n", 4 * i + 3, 4 * i + 4, 4 * i + 5, 4 * i + 6, 16 * i
    for (i = 0; i < 4 * n; i++) printf "xor.b32 %%r2, %%r2, %%r%d;\n", i + 3
    finish()
}
function specials(    i) {
    entry(9); for (i = 0; i < n; i++) print "mov.u32 %r3, %ctaid.x;\nadd.u32 %r2, %r2, %r3;\nmov.u32 %r3, %tid.y;\nadd.u32 %r2, %r2, %r3;"
    finish()
}

# ---- declarations
function variables(    i) {
    head(); for (i = 0; i < n; i++) printf ".global .u32 v%d = %d;\n", i, i
    open_kernel("big", 9); for (i = 0; i < n; i++) printf "ld.global.u32 %%r3, [v%d];\nadd.u32 %%r2, %%r2, %%r3;\n", i
    finish()
}
function variables_shared(    i) {
    head(); for (i = 0; i < n; i++) printf ".shared .u32 v%d;\n", i
    open_kernel("big", 9); for (i = 0; i < n; i++) printf "ld.shared.u32 %%r3, [v%d];\nadd.u32 %%r2, %%r2, %%r3;\n", i
    finish()
}
function variables_local(    i) {
    entry(9); for (i = 0; i < n; i++) printf ".local .u32 v%d;\nst.local.u32 [v%d], %%r1;\nld.local.u32 %%r3, [v%d];\nadd.u32 %%r2, %%r2, %%r3;\n", i, i, i
    finish()
}
function variables_kernels(    i) { # a .shared variable and a kernel that uses it, so many times
    head(); for (i = 0; i < n; i++) printf ".shared .u32 v%d;\n", i
    for (i = 0; i < n; i++) { open_kernel("k" i, 9); printf "st.shared.u32 [v%d], %%r1;\nbar.sync 0;\nld.shared.u32 %%r2, [v%d];\n", i, i; finish() }
}
function variables_barrier(    i, text) { # .shared ones of a function with a barrier
    head(); printf ".func f0()\n{\n.reg .b32 %%r<9>;\n"
    for (i = 0; i < n; i++) printf ".shared .u32 v%d;\nst.shared.u32 [v%d], %%r1;\n", i, i
    print "bar.sync 0;\nret;\n}"; open_kernel("big", 9); print "call f0, ();"; finish()
}
function initialiser(    i) {
    head(); printf ".global .u32 v[] = {0"; for (i = 1; i < n; i++) printf ", %d", i
    print "};"; open_kernel("big", 9); finish()
}
function initialiser_addresses(    i) {
    head(); for (i = 0; i < n; i++) printf ".global .u32 v%d;\n", i
    printf ".global .u64 v[] = {v0"; for (i = 1; i < n; i++) printf ", v%d+4", i
    print "};"; open_kernel("big", 9); finish()
}
function names_prefix(    i, prefix) { # all begin with the same hundred letters
    prefix = sprintf("%100s", ""); gsub(/ /, "x", prefix)
    head(); for (i = 0; i < n; i++) printf ".global .u32 %s%d;\n", prefix, i
    for (i = 0; i < n; i++) printf ".shared .u32 %s_%d;\n", prefix, i
    open_kernel("big", 9); for (i = 0; i < n; i++) printf "st.global.u32 [%s%d], %%r1;\nst.shared.u32 [%s_%d], %%r1;\n", prefix, i, prefix, i
    finish()
}
function name_long(    i) { # of n letters, used some times
    head(); printf ".global .u32 "; long_word(); print ";"
    open_kernel("big", 9)
    for (i = 0; i < 4; i++) { printf "st.global.u32 ["; long_word(); print "], %r1;" }
    finish()
}
function registers_declared(    i) {
    head(); print ".visible .entry big(.param .u64 p)\n{"
    for (i = 0; i < n; i++) printf ".reg .b32 r%d;\n", i
    for (i = 1; i < n; i++) printf "add.u32 r%d, r%d, 1;\n", i, i - 1
    print "ret;\n}"
}
function textures(    i) {
    head(); for (i = 0; i < n; i++) printf ".global .texref t%d;\n", i
    open_kernel("big", 9); for (i = 0; i < n; i++) printf "tex.1d.v4.u32.s32 {%%r3, %%r4, %%r5, %%r6}, [t%d, {%%r1}];\nadd.u32 %%r2, %%r2, %%r3;\n", i
    finish()
}
function aliases(    i) {
    head(); function_of("f0", "", "")
    for (i = 1; i < n; i++) { declare("f" i); printf ".alias f%d, f0;\n", i }
    open_kernel("big", 9); for (i = 0; i < n; i++) call_of("f" i, "%r2")
    finish()
}
function prototypes(    i) { head(); for (i = 0; i < n; i++) { printf ".extern "; declare("f" i) } open_kernel("big", 9); finish() }

# ---- text
function comment(    i) {
    head(); printf "/*"; for (i = 0; i < n; i++) printf "0123456789 abcdefghi\n"
    print "*/"; for (i = 0; i < n; i++) print "// a line"
    open_kernel("big", 9); finish()
}
function line(    i) { # all in one line
    head(); printf ".visible .entry big(.param .u64 p) { .reg .b32 %%r<9>; "
    for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, %d; ", i
    print "ret; }"
}
function line_warnings(    i) { # and something to warn of again and again
    head(); printf ".visible .entry big(.param .u64 p) { .reg .b32 %%r<9>; "
    for (i = 0; i < n; i++) printf "and.b32 %%r2, %%r2, 0x1ffffffff; "
    print "ret; }"
}
function warnings(    i) {
    entry(9); for (i = 0; i < n; i++) print "and.b32 %r2, %r2, 0x1ffffffff;"
    finish()
}
function places(    i) { # .loc and .file
    head(); open_kernel("big", 9)
    for (i = 0; i < n; i++) printf ".loc %d %d 1\nadd.u32 %%r2, %%r2, 1;\n", i % 100 + 1, i + 1
    finish(); for (i = 0; i < n; i++) printf ".file %d \"file%d.cu\"\n", i + 1, i
}
function debug(    i) {
    head(); open_kernel("big", 9); finish(); print ".section .debug_info\n{"
    for (i = 0; i < n; i++) print ".b8 1, 2, 3, 4, 5, 6, 7, 8\n.b32 .debug_abbrev"
    print "}"
}
function expression(    i) { # parentheses in parentheses
    head(); printf ".global .u32 v = "; for (i = 0; i < n; i++) printf "("
    printf "1"; for (i = 0; i < n; i++) printf ")"
    print ";"; open_kernel("big", 9); finish()
}
function expression_signs(    i) {
    head(); printf ".global .s32 v = "; for (i = 0; i < n; i++) printf "- "
    print "1;"; open_kernel("big", 9); finish()
}
function expression_choice(    i) {
    head(); printf ".global .s32 v = "; for (i = 0; i < n; i++) printf "1 ? %d : ", i
    print "1;"; open_kernel("big", 9); finish()
}
function expression_sum(    i) {
    head(); printf ".global .u32 v = 1"; for (i = 0; i < n; i++) printf " + %d", i
    print ";"; open_kernel("big", 9); finish()
}
function number(    i) { head(); printf ".global .u32 v = 0"; for (i = 0; i < n; i++) printf "0"
    print "1;"; open_kernel("big", 9); finish()
}

BEGIN {
'"$dispatch"'
    printf "tests/bench/shapes.sh: there is no shape %s\n", shape >"/dev/stderr"
    exit 1
}'
