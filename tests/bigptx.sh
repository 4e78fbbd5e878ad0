#!/bin/sh
# Writes a PTX module of about that many instructions to standard output: always the same for the same numbers.
#
#   tests/bigptx.sh INSTRUCTIONS [INSTRUCTIONS_PER_KERNEL]      (100000 and 2000)
#
# The mix is that of compiled kernels: arithmetic on values defined once, loads and stores, diamonds, loops with and
# without a barrier, predicated instructions, shuffles, atomics.  ptxas accepts it, and the kernels could be run.
exec awk -v total="${1:-100000}" -v per="${2:-2000}" '
function rnd(n) { seed = (seed * 16807) % 2147483647; return int(seed / 7) % n }
function put(text) { body[lines++] = "\t" text ";"; count++; in_kernel++ }
function label(l) { body[lines++] = l ":" }
function new_r() { r[nr++] = "%r" ++regs_r; return "%r" regs_r }
function new_f() { f[nf++] = "%f" ++regs_f; return "%f" regs_f }
function pick_r() { return r[nr - 1 - rnd(nr < 14 ? nr : 14)] }
function pick_f() { return f[nf - 1 - rnd(nf < 14 ? nf : 14)] }
function pick_any_r() { return rnd(4) ? pick_r() : rnd(2) ? rnd(1000) - 300 : r[rnd(nr)] }

# One instruction that computes something; sources are picked before the destination exists.
function compute(    a, b, c, k, p) {
    k = rnd(26); a = pick_r(); b = pick_any_r(); c = pick_r()
    if (k < 5) put("add.s32 \t" new_r() ", " a ", " b)
    else if (k < 6) put("sub.s32 \t" new_r() ", " a ", " b)
    else if (k < 8) put("mad.lo.s32 \t" new_r() ", " a ", " b ", " c)
    else if (k < 9) put("and.b32  \t" new_r() ", " a ", " b)
    else if (k < 10) put("xor.b32  \t" new_r() ", " a ", " b)
    else if (k < 11) put("shl.b32 \t" new_r() ", " a ", " rnd(31))
    else if (k < 12) put("shr.u32 \t" new_r() ", " a ", " rnd(31))
    else if (k < 13) put("min.s32 \t" new_r() ", " a ", " b)
    else if (k < 14) {
        p = "%p" ++regs_p
        put("setp." (rnd(2) ? "lt" : "ne") ".s32 \t" p ", " a ", " b)
        put("selp.b32 \t" new_r() ", " c ", " a ", " p)
    } else if (k < 15) {
        a = pick_f()
        put("cvt.rzi.s32.f32 \t" new_r() ", " a)
    } else if (k < 16) put("cvt.rn.f32.s32 \t" new_f() ", " a)
    else {
        a = pick_f(); b = pick_f(); c = pick_f()
        if (k < 19) put("fma.rn.f32 \t" new_f() ", " a ", " b ", " c)
        else if (k < 21) put("add.f32 \t" new_f() ", " a ", " b)
        else if (k < 23) put("mul.f32 \t" new_f() ", " a ", " (rnd(3) ? b : "0f3F000000"))
        else if (k < 24) put("max.f32 \t" new_f() ", " a ", " b)
        else if (k < 25) put("abs.f32 \t" new_f() ", " a)
        else put((rnd(2) ? "ex2.approx.f32" : "sqrt.rn.f32") " \t" new_f() ", " a)
    }
}

# The address of an element that exists, whatever the index is.
function address(base,    i, d) {
    i = pick_r()
    put("and.b32  \t%r" ++regs_r ", " i ", 1023")
    d = ++regs_d
    put("mul.wide.u32 \t%rd" d ", %r" regs_r ", 4")
    put("add.s64 \t%rd" ++regs_d ", " base ", %rd" d)
    return "[%rd" regs_d (rnd(3) ? "" : "+" 4 * rnd(64)) "]"
}

function memory(    k, at, v, p) {
    k = rnd(10)
    if (k < 3) { at = address("%rd1"); put("ld.global.u32 \t" new_r() ", " at) }
    else if (k < 5) { at = address("%rd1"); put("ld.global.f32 \t" new_f() ", " at) }
    else if (k < 7) { at = address("%rd2"); put("st.global.f32 \t" at ", " pick_f()) }
    else if (k < 8) { at = address("%rd2"); put("red.global.add.u32 \t" at ", " pick_r()) }
    else if (k < 9) {
        at = address("%rd2"); v = pick_r(); p = "%p" ++regs_p
        put("setp.gt.s32 \t" p ", " v ", " rnd(100))
        put("@" p " st.global.u32 \t" at ", " v)
    } else { v = pick_r(); put("shfl.sync.bfly.b32 \t" new_r() "|%p" ++regs_p ", " v ", " 2 ^ rnd(5) ", 31, -1") }
}

function barrier(    a, v) {
    v = pick_f()
    put("st.shared.f32 \t[%r5], " v)
    put("bar.sync \t0")
    put("ld.shared.f32 \t" new_f() ", [%r6" (rnd(2) ? "+128" : "") "]")
    put("bar.sync \t0")
}

# Blocks in braces of a condition or loop: values made inside are not seen outside, but for one carried register.
function diamond(depth,    p, here, sr, sf, carried) {
    here = ++labels; p = "%p" ++regs_p
    put("setp." (rnd(2) ? "ge" : "eq") ".u32 \t" p ", " pick_r() ", " pick_any_r())
    carried = new_r(); put("mov.u32 \t" carried ", " rnd(50)); sr = nr; sf = nf
    put("@" p " bra \t$L_else_" here)
    statements(depth - 1, 3 + rnd(8)); put("add.s32 \t" carried ", " pick_r() ", 1")
    if (rnd(2)) {
        put("bra.uni \t$L_end_" here)
        label("$L_else_" here); nr = sr; nf = sf
        statements(depth - 1, 3 + rnd(8)); put("xor.b32  \t" carried ", " pick_r() ", 5")
        label("$L_end_" here)
    } else
        label("$L_else_" here)
    nr = sr; nf = sf
}

function loop(depth, uniform,    p, here, sr, sf, counter, carried) {
    here = ++labels; counter = "%r" ++regs_r
    if (uniform)
        put("mov.u32 \t" counter ", " 1 + rnd(3))
    else
        put("and.b32  \t" counter ", " pick_r() ", 3")
    carried = new_f(); put("mov.f32 \t" carried ", 0f3F800000"); sr = nr; sf = nf
    label("$L_loop_" here)
    statements(depth - 1, 4 + rnd(10))
    if (uniform && rnd(3) == 0)
        barrier()
    put("fma.rn.f32 \t" carried ", " pick_f() ", 0f3E800000, " carried)
    put("add.s32 \t" counter ", " counter ", -1")
    p = "%p" ++regs_p
    put("setp.gt.s32 \t" p ", " counter ", 0")
    put("@" p " bra \t$L_loop_" here)
    nr = sr; nf = sf
}

# Barriers and shuffles stand only where all threads come by: guarded is how many divergent blocks are around.
function statements(depth, n,    i, k) {
    if (depth < 3) guarded++
    for (i = 0; i < n; i++) {
        k = rnd(24)
        if (k < 17 || depth <= 0) compute()
        else if (k < 21) { if (guarded) safe_memory(); else memory() }
        else if (k < 22) diamond(depth)
        else if (k < 23) loop(depth, 0)
        else if (!guarded && rnd(2)) barrier()
        else compute()
    }
    if (depth < 3) guarded--
}

function safe_memory(    at) {
    at = address(rnd(2) ? "%rd1" : "%rd2")
    if (rnd(3)) put("ld.global.f32 \t" new_f() ", " at)
    else put("ld.global.u32 \t" new_r() ", " at)
}

function kernel(name, n,    i) {
    lines = 0; regs_r = 8; regs_f = 2; regs_d = 4; regs_p = 1; nr = nf = in_kernel = guarded = 0
    put("ld.param.u64 \t%rd3, [" name "_param_0]")
    put("ld.param.u64 \t%rd4, [" name "_param_1]")
    put("ld.param.u32 \t%r8, [" name "_param_2]")
    put("cvta.to.global.u64 \t%rd1, %rd3")
    put("cvta.to.global.u64 \t%rd2, %rd4")
    put("mov.u32 \t%r1, %ctaid.x")
    put("mov.u32 \t%r2, %ntid.x")
    put("mov.u32 \t%r3, %tid.x")
    put("mad.lo.s32 \t%r4, %r1, %r2, %r3")
    put("shl.b32 \t%r7, %r3, 2")
    put("mov.u32 \t%r5, " name "_tile")
    put("add.s32 \t%r5, %r5, %r7")
    put("xor.b32  \t%r6, %r5, 4")
    put("cvt.rn.f32.s32 \t%f1, %r4")
    put("mov.f32 \t%f2, 0f3F000000")
    r[nr++] = "%r4"; r[nr++] = "%r3"; r[nr++] = "%r8"; f[nf++] = "%f1"; f[nf++] = "%f2"
    while (in_kernel < n - 2) {
        statements(3, 6)
        if (rnd(6) == 0) { guarded--; loop(3, 1); guarded++ }
    }
    put("st.global.u32 \t[%rd2], " pick_r())
    put("ret")
    printf ".visible .entry %s(\n\t.param .u64 %s_param_0,\n\t.param .u64 %s_param_1,\n\t.param .u32 %s_param_2\n)\n{\n",
        name, name, name, name
    printf "\t.shared .align 4 .b8 %s_tile[8192];\n", name
    printf "\t.reg .pred \t%%p<%d>;\n\t.reg .f32 \t%%f<%d>;\n\t.reg .b32 \t%%r<%d>;\n\t.reg .b64 \t%%rd<%d>;\n\n",
        regs_p + 1, regs_f + 1, regs_r + 1, regs_d + 1
    for (i = 0; i < lines; i++)
        print body[i]
    print "\n}\n"
}

BEGIN {
    seed = 20250101
    print ".version 8.0\n.target sm_80\n.address_size 64\n"
    for (k = 0; count < total; k++)
        kernel("big_" k, total - count < per ? total - count : per)
    printf "// %d instructions in %d kernels\n", count, k
}'
