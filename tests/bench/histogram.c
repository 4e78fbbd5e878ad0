/* Made by ptx2c 0.1.0 from histogram.ptx: .version 9.0, .target sm_80.  0BSD. */
#define PTX2C_GENERATED 1
#include "ptx2c.h"

/* ---- .entry histogram ---- */

typedef struct {
    uint64_t param_0;
    uint32_t param_1;
    uint64_t param_2;
} histogram_params;

/* Runs a CTA in chunks of VL neighbouring threads (0: of any number). */
PTX2C_INLINE bool histogram_cta(ptx2c_cta *c, const uint32_t VL)
{
    const histogram_params *const P = c->param;
    unsigned char *const shared = c->shared;
    enum { count = 0 }; /* offset in the shared window */
    uint64_t rd2 = P->param_0;
    uint32_t r8 = P->param_1;
    uint64_t rd3 = P->param_2;
    uint32_t r10 = (uint32_t)count;
    PTX2C_FOR_CHUNKS(k, c) {
        const uint32_t n = VL ? VL : k.n;
        uint32_t r2 = r10 + ptx2c_shl_b32(k.x, 2);
        PTX2C_LANES(n) {
            ptx2c_st_u32(shared + (int32_t)r2 + 4 * l, 0);
        }
    }
    ptx2c_cta_barrier(c);
    uint32_t r3 = c->ntid.x;
    uint32_t r12 = c->ctaid.x;
    uint32_t r5 = c->nctaid.x * r3;
    uint64_t rd1 = rd2;
    PTX2C_FOR_CHUNKS(k, c) {
        const uint32_t n = VL ? VL : k.n;
        uint32_t r20 = r12 * r3 + k.x;
        uint32_t r20_ = r20;
        bool all;
        for (;;) {
            uint64_t rd4_ = (int32_t)r20_;
            uint64_t rd5_ = rd1 + rd4_;
            bool p2_3 = (int32_t)r20_ < (int32_t)r8;
            all = ptx2c_steps_s32(r20_, 1, n) && p2_3 == ((int32_t)(r20_ + (n - 1)) < (int32_t)r8);
            if (!(all & p2_3)) {
                break;
            }
            r20_ = r20_ + r5;
            PTX2C_EACH_LANE_FEW(n) {
                ptx2c_shared_atom_add_u32(c, shared + (r10 + ((uint32_t)(uint8_t)ptx2c_ld_u8(PTX2C_PTR(rd5_) + l) * 4)), 1, ptx2c_relaxed);
            }
        }
        if (!all) {
            PTX2C_EACH_LANE(n) {
                uint32_t r20_2 = r20_ + l;
                while ((int32_t)r20_2 < (int32_t)r8) {
                    ptx2c_shared_atom_add_u32(c, shared + (r10 + ((uint32_t)(uint8_t)ptx2c_ld_u8(PTX2C_PTR(rd1 + (uint64_t)((int32_t)r20_2))) * 4)), 1, ptx2c_relaxed);
                    r20_2 = r20_2 + r5;
                }
            }
        }
    }
    ptx2c_cta_barrier(c);
    uint64_t rd6 = rd3;
    PTX2C_FOR_CHUNKS(k, c) {
        const uint32_t n = VL ? VL : k.n;
        uint32_t r2 = r10 + ptx2c_shl_b32(k.x, 2);
        uint64_t rd8 = rd6 + ((uint64_t)k.x * 4);
        PTX2C_EACH_LANE_FEW(n) {
            ptx2c_atom_add_u32(PTX2C_PTR(rd8) + 4 * l, ptx2c_ld_u32(shared + (int32_t)r2 + 4 * l), ptx2c_relaxed);
        }
    }
    return true;
}

PTX2C_CLONES static void histogram_run(ptx2c_cta *c, uint32_t ctas)
{
    ptx2c_cta own = *c;
    c = &own;
    const histogram_params P = *(const histogram_params *)c->param;
    own.param = &P;
    PTX2C_FOR_CTAS(c, ctas)
        PTX2C_RUN_CTA_WIDE(c, histogram_cta);
}

static const ptx2c_param histogram_param_list[] = {
    {"histogram_param_0", 8, 8, offsetof(histogram_params, param_0)},
    {"histogram_param_1", 4, 4, offsetof(histogram_params, param_1)},
    {"histogram_param_2", 8, 8, offsetof(histogram_params, param_2)},
};
extern const ptx2c_kernel ptx2c_k_histogram;
const ptx2c_kernel ptx2c_k_histogram = {
    .name = "histogram",
    .params = histogram_param_list,
    .param_count = 3,
    .param_bytes = sizeof(histogram_params),
    .shared_bytes = 1024,
    .run = histogram_run,
    .launch = ptx2c_launch_here,
    .run_grid = ptx2c_run_here,
    .message = ptx2c_message_here,
};

int ptx2c_n_histogram(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0, uint32_t param_1, uint64_t param_2);
int ptx2c_n_histogram(ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes, uint64_t param_0, uint32_t param_1, uint64_t param_2)
{
    void *const args[] = {&param_0, &param_1, &param_2};
    return ptx2c_launch(&ptx2c_k_histogram, grid, block, dynamic_shared_bytes, args);
}

static const ptx2c_kernel *const module_kernels[] = {
    &ptx2c_k_histogram,
};

extern const ptx2c_module histogram;
const ptx2c_module histogram = {
    .kernels = module_kernels,
    .kernel_count = 1,
    .variables = NULL,
    .variable_count = 0,
};
