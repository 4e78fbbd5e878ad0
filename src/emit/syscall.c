/* syscall.c: functions that CUDA's device code may call without any module defining them: printf, assertions, memory,
 * and the launch of kernels by kernels.
 *
 * A function of the CUDA device runtime has two names: cudaX, as its documents say, and __cudaCDP2X, as nvcc writes it. */
#include "emit/emit_fn.h"

typedef struct Syscall {
    const char *name;
    const char *text;   /* $0, $1 …: the arguments */
    bool ends;          /* it ends the thread */
    bool launches;      /* its CTA is one thread of the host: what it started is done there */
    const char *narrow; /* the text where its result is an address of 32 bits */
} Syscall;

static const Syscall calls[] = {
    {"vprintf", "ptx2c_vprintf($0, $1)", false, false, NULL},
    {"malloc", "ptx2c_malloc($0)", false, false, "ptx2c_address32(PTX2C_PTR(ptx2c_malloc($0)), $0)"},
    {"free", "free(PTX2C_PTR($0))", false, false, NULL},
    {"__assertfail", "ptx2c_assertfail(PTX2C_PTR($0), PTX2C_PTR($1), $2, PTX2C_PTR($3), c->ctaid, t->tid)", true, false, NULL},
    {"cudaGetParameterBufferV2", "ptx2c_child_new(t, $0, $1, $2, $3)", false, false, NULL},
    {"cudaGetParameterBuffer", "ptx2c_child_buffer(t, $1)", false, false, NULL},
    {"cudaLaunchDeviceV2", "ptx2c_child_launch(t, $0, $1)", false, false, NULL},
    {"cudaLaunchDevice", "ptx2c_child_start(t, $0, $1, $2, $3, $4, $5)", false, false, NULL},
    {"cudaDeviceSynchronize", "ptx2c_child_wait(c)", false, true, NULL},
    {"cudaMemcpyAsync", "ptx2c_child_copy(t, $0, $1, $2, $4)", false, false, NULL},
    {"cudaMemsetAsync", "ptx2c_child_set(t, $0, $1, $2, $3)", false, false, NULL},
    {"cudaMalloc", "ptx2c_child_malloc(t, $0, $1)", false, false, NULL},
    {"cudaFree", "ptx2c_child_free($0)", false, false, NULL},
    {"cudaStreamCreateWithFlags", "ptx2c_child_stream($0)", false, false, NULL},
    {"cudaEventCreateWithFlags", "ptx2c_child_stream($0)", false, false, NULL},
    {"cudaStreamDestroy", "0", false, false, NULL}, /* children run in the order of their launches: nothing to order */
    {"cudaEventDestroy", "0", false, false, NULL},
    {"cudaEventRecord", "0", false, false, NULL},
    {"cudaEventRecordWithFlags", "0", false, false, NULL},
    {"cudaStreamWaitEvent", "0", false, false, NULL},
    {"cudaGetLastError", "ptx2c_child_error(t, true)", false, false, NULL},
    {"cudaPeekAtLastError", "ptx2c_child_error(t, false)", false, false, NULL},
    {"cudaGetErrorString", "(uint64_t)(uintptr_t)ptx2c_child_message($0, false)", false, false, NULL},
    {"cudaGetErrorName", "(uint64_t)(uintptr_t)ptx2c_child_message($0, true)", false, false, NULL},
    {"cudaGetDevice", "ptx2c_child_number($0, 0)", false, false, NULL},
    {"cudaGetDeviceCount", "ptx2c_child_number($0, 1)", false, false, NULL},
};

static const Syscall *find(const Sym *s)
{
    if (!s || s->kind != SYM_FUNC || !s->fn || s->fn->ins.n)
        return NULL;
    const char *name = s->name;
    bool runtime = strncmp(name, "__cudaCDP2", 10) == 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (runtime ? strncmp(calls[i].name, "cuda", 4) == 0 && strcmp(name + 10, calls[i].name + 4) == 0
                    : strcmp(name, calls[i].name) == 0)
            return &calls[i];
    return NULL;
}

bool syscall_known(const Sym *s) { return find(s) != NULL; }

bool syscall_ends(const Sym *s)
{
    const Syscall *c = find(s);
    return c && c->ends;
}

bool syscall_waits(const Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        const Syscall *c = find(m->fns.at[i]->sym);
        if (c && c->launches)
            return true;
    }
    return false;
}

static const char *text_of(Writer *w, const char *text, const char *const *arg, int n)
{
    Str s = {0};
    for (const char *p = text; *p; p++) {
        if (*p != '$') {
            str_addc(&s, *p);
            continue;
        }
        int i = *++p - '0';
        str_add(&s, i < n ? arg[i] : "0");
    }
    const char *r = arena_printf(w->b->a, "%s", s.s ? s.s : "");
    str_free(&s);
    return r;
}

bool syscall_emit(Writer *w, const Sym *callee, const Opnd *rets, const Opnd *args)
{
    const Syscall *call = find(callee);
    if (!call)
        return false;
    const char *arg[8];
    int n = 0;
    for (uint32_t k = 0; args && k < args->nsub && n < 8; k++) {
        const char *a = call_argument(w, &args->sub[k], (int)k < callee->fn->params.n ? callee->fn->params.at[k] : NULL);
        arg[n++] = a ? a : "0";
    }
    const bool narrow = call->narrow && callee->fn->rets.n && callee->fn->rets.at[0]->bytes == 4;
    const char *text = text_of(w, narrow ? call->narrow : call->text, arg, n);
    for (int i = 0; i < n; i++) /* what the call does not use is used all the same */
        if (!strstr(call->text, (char[]){'$', (char)('0' + i), 0}) && (arg[i][0] < '0' || arg[i][0] > '9'))
            line(w, "(void)%s;", arg[i]);
    if (call->ends) {
        line(w, "%s;", text);
        line(w, w->b->mode == MODE_FUNC ? "ptx2c_fail(t->cta, PTX2C_ASSERT);" : "ptx2c_fail(c, PTX2C_ASSERT);");
        return true;
    }
    const Opnd *r = rets && rets->nsub == 1 ? &rets->sub[0] : NULL;
    bool unread = !r || (r->kind == O_SYM ? !place_of(r->sym)->read : r->kind == O_REG && !w->b->reg[r->reg].wanted);
    if (unread)
        line(w, strcmp(text, "0") == 0 ? "/* %s: nothing to do */" : "%s;", strcmp(text, "0") == 0 ? call->name : text);
    else if (r->kind == O_SYM)
        line(w, "%s = %s;", place_of(r->sym)->name, text);
    else
        lower_assign(w, w->ins, r, w->b->fn->regs.at[r->reg]->type, text, NULL);
    return true;
}
