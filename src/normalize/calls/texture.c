/* texture.c: textures, samplers and surfaces are named by 64-bit handles or variables; what an access needs is the
 * descriptor behind it, which is found once where the handle is the same for many accesses.
 *
 * In: a matched function.  Out: each such operand of an access is a register of type texref, samplerref or surfref, set
 * by an instruction behind the handle's own definition or, for variables, at the function's begin; the analyses then
 * find out for how many lanes it is the same.  Finding never fails: a wrong handle gives a descriptor that every access
 * fails with.  Queries keep the handle.  Manual 9.7.10, 9.7.11: a register holds a handle or a variable's address. */
#include "normalize/normalize.h"

typedef struct Found {
    Type type;
    int handle;  /* a register with one definition, or -1 */
    Sym *sym;
    uint64_t offset; /* from sym */
    int reg;
} Found;

typedef struct New {
    int at;      /* in front of this instruction */
    Ins ins;
} New;

typedef struct Pass {
    Module *m;
    Fn *fn;
    const int *writer; /* only_writers */
    Blk **blk;   /* by instruction; NULL when unreachable */
    Array(Found) found;
    Array(New) added;
} Pass;

static void look_around(Pass *p, Arena *tmp)
{
    Fn *fn = p->fn;
    cfg_build(tmp, fn, false);
    p->writer = only_writers(tmp, fn);
    p->blk = cfg_blocks(tmp, fn);
}

static int new_reg(Pass *p, Type t, const char *name, const char *suffix, Loc loc)
{
    Sym *r = NEW(p->m->code, Sym);
    *r = (Sym){.kind = SYM_REG, .name = arena_printf(p->m->code, "%s%s", name, suffix), .loc = loc, .fn = p->fn,
               .space = SP_REG, .type = t, .vec = 1, .bytes = 8, .index = p->fn->regs.n};
    array_add(p->m->code, &p->fn->regs, r);
    return r->index;
}

/* The variable or parameter that an operand names, or NULL: it is a register. */
static Sym *variable_of(const Opnd *o) { return o->kind == O_REG || o->reg >= 0 ? NULL : o->sym; }

static void put(Pass *p, int at, const Ins *like, const char *words, Opnd d, Opnd a, const char *text)
{
    Type type = d.reg >= 0 ? p->fn->regs.at[d.reg]->type : T_NONE;
    p->fn->regs.at[d.reg]->type = T_B64; /* as the form wants it */
    Ins n = ins_new(p->m, p->fn, p->m->code, like, words, (Opnd[]){d, a}, 2);
    p->fn->regs.at[d.reg]->type = type;
    if (text)
        n.lower = text;
    New add = {at, n};
    array_add(p->m->code, &p->added, add);
}

/* The register with a variable's or parameter's handle: its address, or the value that the host passed. */
static Opnd handle_of(Pass *p, int at, const Ins *ins, const Opnd *o)
{
    const Sym *var = variable_of(o);
    if (!var)
        return opnd_reg(o->reg);
    Opnd d = opnd_reg(new_reg(p, T_B64, var->name, "_handle", o->loc)), a = *o;
    bool param = var->space == SP_PARAM;
    a.kind = param ? O_MEM : O_SYM;
    put(p, at, ins, param ? "ld.param.u64" : "mov.u64", d, a, NULL);
    return d;
}

/* Where the descriptor of an operand is found: behind its handle's definition if that is always passed on the way. */
static int place_for(const Pass *p, int use, const Opnd *o)
{
    if (variable_of(o))
        return 0;
    const int def = p->writer[o->reg] - 1;
    return def >= 0 && p->fn->ins.at[def].guard < 0 && cfg_comes_before(p->blk, def, use) ? def + 1 : use;
}

static int descriptor(Pass *p, int use, const Ins *ins, const Opnd *o, Type t)
{
    int at = place_for(p, use, o);
    Sym *var = variable_of(o);
    bool shared = at != use || var;
    for (const Found *f = p->found.at; array_has(p->found, f) && shared; f++)
        if (f->type == t && (var ? f->sym == var && f->offset == o->imm : f->handle == o->reg))
            return f->reg;
    static const struct { const char *suffix, *text; } of[] = {
        [T_TEXREF - T_TEXREF] = {"_texture", "$d = ptx2c_texref_of(PTX2C_OPAQUES, $a)"},
        [T_SAMPLERREF - T_TEXREF] = {"_sampler", "$d = ptx2c_samplerref_of(PTX2C_OPAQUES, $a)"},
        [T_SURFREF - T_TEXREF] = {"_surface", "$d = ptx2c_surfref_of(PTX2C_OPAQUES, $a)"},
    };
    Opnd handle = handle_of(p, at, ins, o);
    const char *name = var ? var->name : p->fn->regs.at[o->reg]->name;
    int reg = new_reg(p, t, name, of[t - T_TEXREF].suffix, o->loc);
    put(p, at, ins, "not.b64", opnd_reg(reg), handle, of[t - T_TEXREF].text);
    Found f = {t, var ? -1 : o->reg, var, o->imm, reg};
    if (shared)
        array_add(p->m->code, &p->found, f);
    return reg;
}

static bool is_place(const Opnd *o) { return o->kind == O_REG || o->kind == O_MEM || o->kind == O_SYM; }

/* Is there anything to do in this operand? */
static bool wants_register(const Fn *fn, const Ins *ins, int i)
{
    const Opnd *o = &ins->arg[i];
    if (!isa_arg_opaque(ins, i) || !is_place(o))
        return false;
    return o->kind != O_REG || (isa_mem(ins) != MEM_NONE && type_info[fn->regs.at[o->reg]->type].kind != 'o');
}

/* The same in the operands as written: both lists name the same registers. */
static bool replace(Opnd *o, int n, const Opnd *old, const Opnd *by)
{
    for (int i = 0; i < n; i++) {
        if (is_place(&o[i]) && o[i].loc.at == old->loc.at && o[i].sym == old->sym && o[i].reg == old->reg) {
            o[i] = *by;
            return true;
        }
        if (replace(o[i].sub, (int)o[i].nsub, old, by))
            return true;
    }
    return false;
}

static void rewrite(Pass *p, int at)
{
    Ins *ins = &p->fn->ins.at[at];
    for (int i = 0; i < ins->narg; i++) {
        if (!wants_register(p->fn, ins, i))
            continue;
        const Opnd old = ins->arg[i];
        bool query = isa_mem(ins) == MEM_NONE;
        ins->arg[i] = query ? handle_of(p, at, ins, &old)
                            : opnd_reg(descriptor(p, at, ins, &old, isa_arg_opaque(ins, i)));
        if (ins->op != ins->arg && !replace(ins->op, ins->nop, &old, &ins->arg[i]))
            ice("'%s' has another operand '%s' than is written", ins->word[0], isa_arg_names[isa_arg_name(ins, i)]);
    }
}

/* Puts the new instructions in their places; labels follow their instructions. */
static void insert(Pass *p)
{
    for (Rewrite w = rewrite_begin(p->m, p->fn, NULL); rewrite_next(&w);) {
        for (int k = 0; k < p->added.n; k++) /* a branch to it also runs what is put in front, unless that belongs to what is above */
            if (p->added.at[k].at == w.i)
                rewrite_add(&w, p->added.at[k].ins);
        rewrite_keep(&w);
    }
}

void texture_descriptors(Module *m, Fn *fn)
{
    bool any = false;
    for (int i = 0; i < fn->ins.n; i++)
        for (int k = 0; k < fn->ins.at[i].narg && fn->ins.at[i].form; k++)
            any |= wants_register(fn, &fn->ins.at[i], k);
    if (!any)
        return;
    Arena tmp = {0};
    Pass p = {.m = m, .fn = fn};
    look_around(&p, &tmp);
    for (int i = 0; i < fn->ins.n; i++)
        if (p.blk[i])
            rewrite(&p, i);
    insert(&p);
    arena_reset(&tmp);
}

int texture_reads(const Module *m)
{
    int n = 0;
    for (int f = 0; f < m->fns.n; f++)
        for (int i = 0; i < m->fns.at[f]->ins.n; i++)
            n += m->fns.at[f]->ins.at[i].mnemonic == INS_TEX;
    return n;
}

bool texture_used(const Module *m)
{
    for (int i = 0; i < m->syms.n; i++)
        if (m->syms.at[i]->kind == SYM_VAR && type_info[m->syms.at[i]->type].kind == 'o')
            return true;
    for (int f = 0; f < m->fns.n; f++)
        for (const Ins *ins = m->fns.at[f]->ins.at; array_has(m->fns.at[f]->ins, ins); ins++)
            for (int k = 0; ins->form && k < ins->narg; k++)
                if (isa_arg_opaque(ins, k) || ins->mnemonic == INS_ISTYPEP)
                    return true;
    return false;
}
