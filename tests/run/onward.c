/* Made by ptx2c 0.1.0 from onward.ptx: .version 7.0, .target sm_70.  0BSD. */
#define PTX2C_GENERATED 1
#include "ptx2c.h"

/* ---- .entry onward ---- */

typedef struct {
    uint64_t p_in;
    uint64_t p_out;
    uint32_t p_n;
} onward_params;

/* What a warp keeps from region to region. */
typedef struct {
    ptx2c_at at;
    uint64_t rd1[32];
    uint32_t r2[32];
    uint32_t r1[32];
    uint64_t rd4[32];
    uint32_t r5_[32];
} onward_state;

/* Runs a CTA whose threads go their own ways. */
PTX2C_CLONES static void onward_run(ptx2c_cta *c, uint32_t ctas)
{
    (void)ctas;
    const onward_params *const P = c->param;
    unsigned char *const shared = c->shared;
    enum { part = 0 }; /* offset in the shared window */
    ptx2c_sched *const run = c->sched;
    while (ptx2c_sched_next(run)) {
        onward_state *const s = (onward_state *)c->state + run->index;
        const uint32_t m = run->mask;
        const ptx2c_chunk k = ptx2c_warp_at(c, run->index);
        switch (run->region) {
        case 0: {
            PTX2C_MASKED(m) {
                s->rd1[l] = P->p_in;
                s->r2[l] = P->p_n;
                s->r1[l] = ptx2c_tid(c, k.index * 32 + l).x;
                s->rd4[l] = P->p_out + ((uint64_t)s->r1[l] * 4);
                s->r5_[l] = ((uint32_t)part) + ptx2c_shl_b32(s->r1[l], 2);
                ptx2c_st_u32(shared + s->r5_[l], s->r1[l] * 1000);
                s->at.pc[l] = 2;
            }
            break;
        }
        case 2: {
            PTX2C_MASKED(m) {
                s->at.pc[l] = 3;
                ptx2c_bar_put(run, l, 0, 0, false, true);
            }
            break;
        }
        case 3: {
            PTX2C_MASKED(m) {
                bool p1;
                uint32_t r7;
                uint32_t r8 = 0;
                uint32_t r9 = 0;
                uint32_t r1_ = 0;
                uint32_t r8_;
                uint32_t r6 = s->r1[l] & 1;
                p1 = (int32_t)r6 == 0;
                r7 = s->r1[l] * 7;
                r8 = 0;
                if ((int32_t)s->r1[l] < (int32_t)s->r2[l]) {
                    r9 = s->r2[l] & 3;
                    r1_ = s->r1[l];
                    if ((int32_t)r9 != 0) {
                        do {
                            r8 = r8 + ptx2c_ld_u32(PTX2C_PTR(s->rd1[l] + (uint64_t)((int64_t)(int32_t)r1_ * 4)));
                            r1_ = r1_ + 32;
                            r9 = r9 - 1;
                            if ((int32_t)r1_ >= (int32_t)s->r2[l]) {
                                goto label_0;
                            }
                        } while ((int32_t)r9 != 0);
                    }
                    do {
                        r8 = r8 + ptx2c_ld_u32(PTX2C_PTR(s->rd1[l] + (uint64_t)((int64_t)(int32_t)r1_ * 4)));
                        r1_ = r1_ + 32;
                    } while ((int32_t)r1_ < (int32_t)s->r2[l]);
                }
                label_0:;
                r8_ = r8 + ptx2c_ld_u32(shared + s->r5_[l]);
                ptx2c_st_u32(PTX2C_PTR(s->rd4[l]), r8_);
                if (!p1) {
                    ptx2c_st_u32(PTX2C_PTR(s->rd4[l]), r8_ + r7);
                }
                ptx2c_sched_exit(run, l);
            }
            break;
        }
        }
    }
}

static const uint32_t onward_lines[] = {
    15, 26,
};
static const ptx2c_param onward_param_list[] = {
    {"p_in", 8, 8, offsetof(onward_params, p_in)},
    {"p_out", 8, 8, offsetof(onward_params, p_out)},
    {"p_n", 4, 4, offsetof(onward_params, p_n)},
};
static const ptx2c_kernel onward_kernel = {
    .name = "onward",
    .params = onward_param_list,
    .param_count = 3,
    .param_bytes = sizeof(onward_params),
    .shared_bytes = 1024,
    .chunk_bytes = sizeof(onward_state),
    .state_unit = 32,
    .alone = true,
    .waits = true,
    .lines = onward_lines,
    .run = onward_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int ptx2c_n_onward(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t p_in, uint64_t p_out, uint32_t p_n);
int ptx2c_n_onward(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t p_in, uint64_t p_out, uint32_t p_n)
{
    void *const args[] = {&p_in, &p_out, &p_n};
    return ptx2c_launch(&onward_kernel, grid, block, dynamic_shared_bytes, args);
}

/* ---- .entry behind ---- */

typedef struct {
    uint64_t p_out;
    uint32_t p_n;
} behind_params;

/* Runs n neighbouring threads, or the first of them: see PTX2C_CUT.  How many. */
PTX2C_INLINE uint32_t behind_chunk(ptx2c_cta *c, const ptx2c_chunk *kp, uint32_t n, const bool cut)
{
    const behind_params *const P = c->param;
    const ptx2c_chunk k = *kp;
    (void)cut;
    uint32_t r2 = P->p_n;
    uint64_t rd3 = P->p_out + ((uint64_t)k.x * 8);
    uint32_t r3 = ptx2c_shl_b32(k.x, 1);
    bool p1_ = (int32_t)r3 >= (int32_t)r2;
    bool all = ptx2c_steps_s32(r3, 2, n) && p1_ == ((int32_t)(r3 + 2 * (n - 1)) >= (int32_t)r2);
    uint32_t r1_[16];
    if (all) {
        PTX2C_LANES(n) {
            r1_[l] = k.x + l;
        }
        if (!p1_) {
            PTX2C_LANES(n) {
                do {
                    r1_[l] = r1_[l] + 5;
                } while ((int32_t)r1_[l] < (int32_t)r2);
            }
        }
        uint32_t on[16];
        PTX2C_LANES(n) {
            ptx2c_st_u32(PTX2C_PTR(rd3) + 8 * l, r1_[l]);
            on[l] = 0xffffffffu;
        }
        do {
            PTX2C_LANES(n) {
                r1_[l] = ptx2c_blend_b32(on[l], r1_[l] + 3, r1_[l]);
                uint32_t r4_ = r1_[l] & 7;
                on[l] = ptx2c_if((int32_t)r4_ != 0, on[l]);
            }
        } while (ptx2c_any(on, n));
    } else {
        PTX2C_LANES(n) {
            r1_[l] = k.x + l;
            if ((int32_t)(r3 + 2 * l) < (int32_t)r2) {
                do {
                    r1_[l] = r1_[l] + 5;
                } while ((int32_t)r1_[l] < (int32_t)r2);
            }
            ptx2c_st_u32(PTX2C_PTR(rd3) + 8 * l, r1_[l]);
            for (;;) {
                r1_[l] = r1_[l] + 3;
                uint32_t r4 = r1_[l] & 7;
                if ((int32_t)r4 == 0) {
                    break;
                }
            }
        }
    }
    PTX2C_LANES(n) {
        ptx2c_st_u32(PTX2C_PTR(rd3) + 8 * l + 4, r1_[l]);
    }
    return n;
}

PTX2C_CLONES static void behind_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const behind_params P = *(const behind_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_NARROW(c, behind_chunk);
}

static const ptx2c_param behind_param_list[] = {
    {"p_out", 8, 8, offsetof(behind_params, p_out)},
    {"p_n", 4, 4, offsetof(behind_params, p_n)},
};
static const ptx2c_kernel behind_kernel = {
    .name = "behind",
    .params = behind_param_list,
    .param_count = 2,
    .param_bytes = sizeof(behind_params),
    .uneven = true,
    .run = behind_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int behind(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t p_out, uint32_t p_n);
int behind(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t p_out, uint32_t p_n)
{
    void *const args[] = {&p_out, &p_n};
    return ptx2c_launch(&behind_kernel, grid, block, dynamic_shared_bytes, args);
}

static const ptx2c_kernel *const module_kernels[] = {
    &onward_kernel,
    &behind_kernel,
};

extern const ptx2c_module onward;
const ptx2c_module onward = {
    .kernels = module_kernels,
    .kernel_count = 2,
    .variables = NULL,
    .variable_count = 0,
};
