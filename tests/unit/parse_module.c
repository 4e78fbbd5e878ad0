/* What later passes rely on in a parsed module: numbering, scopes, families, selectors, the order of functions. */
#include "analysis/analysis.h"
#include "check.h"

static Arena arena;

static Module *parse(const char *body)
{
    const char *text = arena_printf(&arena, ".version 8.0\n.target sm_80\n.address_size 64\n%s", body);
    Source src = {.path = "test", .text = text, .len = strlen(text)};
    diag_begin(&src, (DiagOptions){.max_errors = 20});
    return parse_module(&arena, src);
}

static void registers_are_dense(void)
{
    Module *m = parse(".entry k() { .reg .b32 %r<1000000>; .reg .u32 %u; mov.u32 %r7, %r999999; { .reg .f32 %r7;\n"
                      "mov.f32 %r7, 0f3F800000; } mov.u32 %r7, 1; ret; }\n");
    Fn *fn = m->fns.at[0];
    CHECK(diag_errors() == 0 && fn->ins.n == 4);
    CHECK(fn->regs.n == 3); /* %u was never used */
    CHECK(fn->ins.at[0].op[0].reg == 0 && fn->ins.at[0].op[1].reg == 1 && fn->ins.at[1].op[0].reg == 2);
    CHECK(fn->ins.at[2].op[0].reg == 0); /* the inner %r7 is gone */
    CHECK(strcmp(reg_name(fn, 1), "%r999999") == 0);
    for (int i = 0; i < fn->regs.n; i++)
        CHECK(fn->regs.at[i]->index == i);
}

static void labels_and_branches(void)
{
    Module *m = parse(".entry k() { .reg .pred p; A: B: @!p bra C; { B: bra B; } C: bra B; D: }\n");
    Fn *fn = m->fns.at[0];
    CHECK(diag_errors() == 0 && fn->labels.n == 5 && fn->ins.n == 3);
    CHECK(fn->ins.at[0].guard == 0 && fn->ins.at[0].guard_neg && fn->ins.at[1].guard == -1);
    CHECK(fn->ins.at[0].op[0].kind == O_LABEL && fn->ins.at[0].op[0].sym->index == 2);
    CHECK(fn->ins.at[1].op[0].sym->index == 1); /* the B of its own block */
    CHECK(fn->ins.at[2].op[0].sym->index == 0);
    CHECK(fn->labels.at[4]->index == fn->ins.n);
}

static void prototypes_and_definitions(void)
{
    Module *m = parse(".extern .func e(.param .b32 a);\n.func f(.reg .b32 a);\n.func g() { call f, (1); ret; }\n"
                      ".func f(.reg .b32 x) { ret; }\n.visible .func h();\n.alias h, g;\n");
    CHECK(diag_errors() == 0 && m->fns.n == 4 && m->syms.n == 4);
    Fn *g = m->fns.at[0], *f = m->fns.at[1];
    CHECK(strcmp(g->sym->name, "g") == 0 && strcmp(f->sym->name, "f") == 0);
    CHECK(g->ins.at[0].op[0].sym == f->sym && !f->is_proto);
    CHECK(f->params.at[0]->kind == SYM_REG && f->params.at[0]->index == 0 && f->regs.n == 1); /* though unused */
    CHECK(strcmp(f->params.at[0]->name, "x") == 0);
    CHECK(m->fns.at[2]->is_proto && m->fns.at[3]->sym->alias_of == g->sym);
}

static void words_are_shared(void)
{
    Module *m = parse(".entry k() { .reg .u32 r; .reg .u64 d; ld.global.u32 r, [d]; ld.global.u32 r, [d+4];\n"
                      "ld .global .u32 r, [d].unified; bar.sync 0; ret; }\n");
    Fn *fn = m->fns.at[0];
    CHECK(diag_errors() == 0 && fn->ins.n == 5);
    const Ins *i = fn->ins.at;
    CHECK(i[0].word == i[1].word && i[0].nword == 3 && i[0].word[0] == intern("ld") && i[0].word[2] == intern("u32"));
    CHECK(i[2].nword == 4 && i[2].word[3] == intern("unified"));
    CHECK(i[0].op[1].kind == O_MEM && i[1].op[1].imm == 4 && i[1].op[1].reg == i[0].op[1].reg);
}

static void selectors(void)
{
    Module *m = parse(".entry k() { .reg .u32 %r<4>; .reg .v4 .f32 v; vadd.u32.u32.u32 %r1.b1, %r2.h1, -%r3.b3;\n"
                      "vadd4.u32.u32.u32 %r1.b310, %r2.b7654, %r3.h10, %r0; mov.f32 v.x, v.b; mov.u32 %r0, %ctaid.z; }\n");
    const Ins *i = m->fns.at[0]->ins.at;
    CHECK(diag_errors() == 0);
    CHECK(i[0].op[0].comp == 5 && i[0].op[1].comp == 9 && i[0].op[2].comp == 7 && i[0].op[2].neg);
    CHECK(i[1].op[0].comp == 10 && i[1].op[0].imm == 0x300000310 && i[1].op[0].nsub == 0);
    CHECK(i[1].op[1].imm == 0x400007654 && i[1].op[2].comp == 11 && i[1].op[2].imm == 0x200000010 && i[1].op[3].comp == -1);
    CHECK(i[2].op[0].comp == 0 && i[2].op[1].comp == 2);
    CHECK(i[3].op[1].kind == O_SREG && i[3].op[1].comp == 2);
    CHECK(strcmp(isa_sregs[i[3].op[1].sym->index].name, "%ctaid") == 0);
}

static void operands(void)
{
    Module *m = parse(".global .texref t;\n.entry k() { .reg .f32 f<9>; .reg .pred p; .reg .u32 r;\n"
                      "tex.2d.v4.f32.f32 {f0,f1,f2,f3}|p, [t, {f4,f5}]; setp.eq.u32 p|_, r, WARP_SZ-1; }\n");
    const Ins *i = m->fns.at[0]->ins.at;
    CHECK(diag_errors() == 0);
    CHECK(i[0].nop == 2 && i[0].op[0].kind == O_PAIR && i[0].op[0].sub[0].kind == O_VEC && i[0].op[0].sub[0].nsub == 4);
    CHECK(i[0].op[1].kind == O_TEX && i[0].op[1].sub[0].kind == O_SYM && i[0].op[1].sub[1].kind == O_VEC);
    CHECK(i[1].op[0].sub[1].kind == O_SINK && i[1].op[2].kind == O_IMM && i[1].op[2].imm == 31);
}

static void errors_are_counted(void)
{
    parse(".entry k() { mov.u32 %a, 1; mov.u32 %b, 1; bra X; }\n");
    CHECK(diag_errors() == 3);
}

int main(void)
{
    registers_are_dense();
    labels_and_branches();
    prototypes_and_definitions();
    words_are_shared();
    selectors();
    operands();
    if (freopen("/dev/null", "w", stderr)) /* what it prints is tested elsewhere */
        errors_are_counted();
    arena_reset(&arena);
    return failed != 0;
}
