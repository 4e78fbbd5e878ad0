/* Made by ptx2c 0.1.0 from launch.ptx: .version 9.0, .target sm_80.  0BSD. */
#define PTX2C_GENERATED 1
#include "ptx2c.h"

/* ---- .entry store ---- */

typedef struct {
    uint64_t param_0;
} store_params;

/* Runs n neighbouring threads, or the first of them: see PTX2C_CUT.  How many. */
PTX2C_INLINE uint32_t store_chunk(ptx2c_cta *c, const ptx2c_chunk *kp, uint32_t n, const bool cut)
{
    const store_params *const P = c->param;
    const ptx2c_chunk k = *kp;
    (void)cut;
    uint64_t rd4 = P->param_0 + ((uint64_t)k.x * 4);
    PTX2C_LANES(n) {
        ptx2c_st_u32(PTX2C_PTR(rd4) + 4 * l, 1);
    }
    return n;
}

PTX2C_CLONES static void store_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const store_params P = *(const store_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_WIDE(c, store_chunk);
}

static const ptx2c_param store_param_list[] = {
    {"store_param_0", 8, 8, offsetof(store_params, param_0)},
};
static const ptx2c_kernel store_kernel = {
    .name = "store",
    .params = store_param_list,
    .param_count = 1,
    .param_bytes = sizeof(store_params),
    .run = store_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int store(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0);
int store(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0)
{
    void *const args[] = {&param_0};
    return ptx2c_launch(&store_kernel, grid, block, dynamic_shared_bytes, args);
}

/* ---- .entry guarded ---- */

typedef struct {
    uint64_t param_0;
    uint32_t param_1;
} guarded_params;

/* Runs n neighbouring threads, or the first of them: see PTX2C_CUT.  How many. */
PTX2C_INLINE uint32_t guarded_chunk(ptx2c_cta *c, const ptx2c_chunk *kp, uint32_t n, const bool cut)
{
    const guarded_params *const P = c->param;
    const ptx2c_chunk k = *kp;
    (void)cut;
    uint64_t rd1 = P->param_0;
    uint32_t r2 = P->param_1;
    bool p1_ = k.x >= r2;
    uint64_t rd4_ = rd1 + ((uint64_t)k.x * 4);
    uint32_t r5_ = c->ctaid.x * c->ntid.x + k.x;
    bool all = ptx2c_steps_u32(k.x, 1, n) && p1_ == ((k.x + (n - 1)) >= r2);
    if (all) {
        if (!p1_) {
            PTX2C_LANES(n) {
                ptx2c_st_u32(PTX2C_PTR(rd4_) + 4 * l, r5_ + l);
            }
        }
    } else {
        PTX2C_LANES(n) {
            if ((k.x + l) < r2) {
                ptx2c_st_u32(PTX2C_PTR(rd1 + ((uint64_t)(k.x + l) * 4)), c->ctaid.x * c->ntid.x + (k.x + l));
            }
        }
    }
    return n;
}

PTX2C_CLONES static void guarded_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const guarded_params P = *(const guarded_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_WIDE(c, guarded_chunk);
}

static const ptx2c_param guarded_param_list[] = {
    {"guarded_param_0", 8, 8, offsetof(guarded_params, param_0)},
    {"guarded_param_1", 4, 4, offsetof(guarded_params, param_1)},
};
static const ptx2c_kernel guarded_kernel = {
    .name = "guarded",
    .params = guarded_param_list,
    .param_count = 2,
    .param_bytes = sizeof(guarded_params),
    .run = guarded_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int guarded(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0, uint32_t param_1);
int guarded(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0, uint32_t param_1)
{
    void *const args[] = {&param_0, &param_1};
    return ptx2c_launch(&guarded_kernel, grid, block, dynamic_shared_bytes, args);
}

/* ---- .entry barrier ---- */

typedef struct {
    uint64_t param_0;
} barrier_params;

/* Runs a CTA in chunks of VL neighbouring threads (0: of any number). */
PTX2C_INLINE bool barrier_cta(ptx2c_cta *c, const uint32_t VL)
{
    const barrier_params *const P = c->param;
    unsigned char *const shared = c->shared;
    enum { part = 0 }; /* offset in the shared window */
    uint64_t rd2 = P->param_0;
    uint32_t r3 = (uint32_t)part;
    PTX2C_FOR_CHUNKS(k, c) {
        const uint32_t n = VL ? VL : k.n;
        uint32_t r4 = r3 + ptx2c_shl_b32(k.x, 2);
        PTX2C_LANES(n) {
            ptx2c_st_u32(shared + (int32_t)r4 + 4 * l, k.x + l);
        }
    }
    ptx2c_cta_barrier(c);
    PTX2C_FOR_CHUNKS(k, c) {
        const uint32_t n = VL ? VL : k.n;
        uint32_t r8 = r3 + ptx2c_shl_b32(31 - k.x, 2);
        uint64_t rd4 = rd2 + ((uint64_t)k.x * 4);
        PTX2C_LANES(n) {
            ptx2c_st_u32(PTX2C_PTR(rd4) + 4 * l, ptx2c_ld_u32(shared + (int32_t)r8 - 4 * l));
        }
    }
    return true;
}

PTX2C_CLONES static void barrier_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const barrier_params P = *(const barrier_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_CTA_WIDE(c, barrier_cta);
}

static const ptx2c_param barrier_param_list[] = {
    {"barrier_param_0", 8, 8, offsetof(barrier_params, param_0)},
};
static const ptx2c_kernel barrier_kernel = {
    .name = "barrier",
    .params = barrier_param_list,
    .param_count = 1,
    .param_bytes = sizeof(barrier_params),
    .shared_bytes = 128,
    .run = barrier_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int barrier(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0);
int barrier(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0)
{
    void *const args[] = {&param_0};
    return ptx2c_launch(&barrier_kernel, grid, block, dynamic_shared_bytes, args);
}

/* ---- .entry shuffle ---- */

typedef struct {
    uint64_t param_0;
} shuffle_params;

/* Runs a warp whose lanes lie in one row of the CTA. */
PTX2C_INLINE bool shuffle_warp(ptx2c_cta *c, const ptx2c_chunk *kp, const bool full)
{
    const shuffle_params *const P = c->param;
    const ptx2c_chunk k = *kp;
    ptx2c_warp warp = {0}, *const w = &warp;
    const uint32_t m = full ? 0xffffffffu : ptx2c_lanes(kp->n);
    w->index = k.index;
    uint64_t rd4 = P->param_0 + (uint64_t)(4 * k.x);
    uint32_t r2[32];
    PTX2C_SIMD PTX2C_MASKED(m) {
        r2[l] = ptx2c_ld_u32(PTX2C_PTR(rd4) + 4 * l);
    }
    uint32_t r6[32];
    ptx2c_shuffle_down(m, r6, r2, 1, 31);
    PTX2C_SIMD PTX2C_MASKED(m) {
        ptx2c_st_u32(PTX2C_PTR(rd4) + 4 * l, r6[l]);
    }
    return true;
}

/* Runs a warp of a CTA of any shape. */
PTX2C_INLINE bool shuffle_warp_any(ptx2c_cta *c, const ptx2c_chunk *kp, const bool full)
{
    const shuffle_params *const P = c->param;
    const ptx2c_chunk k = *kp;
    ptx2c_warp warp = {0}, *const w = &warp;
    const uint32_t m = full ? 0xffffffffu : ptx2c_lanes(kp->n);
    w->index = k.index;
    uint64_t rd2 = P->param_0;
    uint64_t rd4[32];
    uint32_t r2[32];
    PTX2C_SIMD PTX2C_MASKED(m) {
        rd4[l] = rd2 + ((uint64_t)ptx2c_tid(c, k.index * 32 + l).x * 4);
        r2[l] = ptx2c_ld_u32(PTX2C_PTR(rd4[l]));
    }
    uint32_t r6[32];
    ptx2c_shuffle_down(m, r6, r2, 1, 31);
    PTX2C_SIMD PTX2C_MASKED(m) {
        ptx2c_st_u32(PTX2C_PTR(rd4[l]), r6[l]);
    }
    return true;
}

PTX2C_CLONES static void shuffle_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const shuffle_params P = *(const shuffle_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_WARPS(c, shuffle_warp, shuffle_warp_any);
}

static const ptx2c_param shuffle_param_list[] = {
    {"shuffle_param_0", 8, 8, offsetof(shuffle_params, param_0)},
};
static const ptx2c_kernel shuffle_kernel = {
    .name = "shuffle",
    .params = shuffle_param_list,
    .param_count = 1,
    .param_bytes = sizeof(shuffle_params),
    .run = shuffle_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int shuffle(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0);
int shuffle(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0)
{
    void *const args[] = {&param_0};
    return ptx2c_launch(&shuffle_kernel, grid, block, dynamic_shared_bytes, args);
}

static const ptx2c_kernel *const module_kernels[] = {
    &store_kernel,
    &guarded_kernel,
    &barrier_kernel,
    &shuffle_kernel,
};

extern const ptx2c_module launch;
const ptx2c_module launch = {
    .kernels = module_kernels,
    .kernel_count = 4,
    .variables = NULL,
    .variable_count = 0,
};
