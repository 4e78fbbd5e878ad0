// What wgmma works on beside its threads: sums that are read, or written, before their group has been waited for, and used without a fence
// before the next product; and neighbours without.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90a -o products.ptx products.cu
#include <cuda_fp16.h>
#define K extern "C" __global__ __block_size__((128, 1, 1)) void
#define T threadIdx.x
#define FENCE asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(n) : "memory")
#define PRODUCT(d, a, b) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
#define TWICE(r) asm volatile("mul.f32 %0, %0, 0f40000000;" : "+f"(r))
#define NEXT(r) asm volatile("add.u32 %0, %0, 1;" : "+r"(r))
#define HELD(d) asm volatile("" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) :: "memory")
#define KEPT(a) asm volatile("" : "+r"(a[0]), "+r"(a[1]), "+r"(a[2]), "+r"(a[3]) :: "memory")
#define FROM_REGISTERS(d, a, b) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;" \
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b))

#define PUT(d) if (T < 64) y[64 * blockIdx.x + T] = d[0] + d[1] + d[2] + d[3]

struct Tile { alignas(128) __half a[64 * 16], b[8 * 16]; };
__device__ unsigned long long of(const void *p) { return (unsigned long long)((unsigned)__cvta_generic_to_shared(p) >> 4) | 0x1000080000ull; }
__device__ void fill(Tile &t)
{
    for (int i = T; i < 64 * 16 + 8 * 16; i += 128)
        t.a[i] = __float2half(1);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
}
// ---- sums that are read before they are there

K waited_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    for (int k = 0; k < 4; k++)
        PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K not_waited(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    TWICE(d[0]); // FAULT sync-product
    WAIT(0);
    HELD(d);
    PUT(d);
}
K not_waited_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    WAIT(0);
    TWICE(d[0]);
    HELD(d);
    PUT(d);
}
K uncommitted(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    WAIT(0);
    TWICE(d[1]); // FAULT sync-product
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K uncommitted_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    WAIT(0);
    TWICE(d[1]);
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K one_too_few(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {}, e[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    PRODUCT(e, of(t.a), of(t.b));
    COMMIT;
    WAIT(1);
    TWICE(e[2]); // FAULT sync-product
    WAIT(0);
    HELD(d);
    HELD(e);
    if (T < 64) y[64 * blockIdx.x + T] = d[0] + e[0];
}
K one_too_few_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {}, e[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    PRODUCT(e, of(t.a), of(t.b));
    COMMIT;
    WAIT(1);
    TWICE(d[2]);
    WAIT(0);
    HELD(d);
    HELD(e);
    if (T < 64) y[64 * blockIdx.x + T] = d[0] + e[0];
}
K in_a_loop(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    for (int k = 0; k < 3; k++) {
        FENCE;
        PRODUCT(d, of(t.a), of(t.b));
        COMMIT;
        WAIT(1);
        TWICE(d[3]); // FAULT sync-product
    }
    WAIT(0);
    HELD(d);
    PUT(d);
}
K in_a_loop_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    for (int k = 0; k < 3; k++) {
        FENCE;
        PRODUCT(d, of(t.a), of(t.b));
        COMMIT;
        WAIT(0);
        TWICE(d[3]);
    }
    WAIT(0);
    HELD(d);
    PUT(d);
}

// ---- A in registers

K a_overwritten(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    unsigned a[4] = {T, T + 1, T + 2, T + 3};
    fill(t);
    NEXT(a[0]);
    KEPT(a);
    FENCE;
    FROM_REGISTERS(d, a, of(t.b));
    COMMIT;
    NEXT(a[0]); // FAULT sync-product
    WAIT(0);
    HELD(d);
    if (T < 64) y[64 * blockIdx.x + T] = d[0] + a[0];
}
K a_overwritten_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    unsigned a[4] = {T, T + 1, T + 2, T + 3};
    fill(t);
    NEXT(a[0]);
    KEPT(a);
    FENCE;
    FROM_REGISTERS(d, a, of(t.b));
    COMMIT;
    WAIT(0);
    NEXT(a[0]);
    HELD(d);
    if (T < 64) y[64 * blockIdx.x + T] = d[0] + a[0];
}
K a_unfenced(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    unsigned a[4] = {T, T + 1, T + 2, T + 3};
    fill(t);
    KEPT(a);
    FENCE;
    NEXT(a[1]);
    FROM_REGISTERS(d, a, of(t.b)); // FAULT sync-product
    COMMIT;
    WAIT(0);
    HELD(d);
    if (T < 64) y[64 * blockIdx.x + T] = d[0];
}
K a_unfenced_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    unsigned a[4] = {T, T + 1, T + 2, T + 3};
    fill(t);
    NEXT(a[1]);
    KEPT(a);
    FENCE;
    FROM_REGISTERS(d, a, of(t.b));
    COMMIT;
    WAIT(0);
    HELD(d);
    if (T < 64) y[64 * blockIdx.x + T] = d[0];
}

// ---- fences

K no_fence(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    PRODUCT(d, of(t.a), of(t.b)); // FAULT sync-product
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K no_fence_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K computed_behind(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    for (int k = 0; k < 4; k++)
        d[k] = x[k] * 0.5f;
    PRODUCT(d, of(t.a), of(t.b)); // FAULT sync-product
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K computed_behind_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    for (int k = 0; k < 4; k++)
        d[k] = x[k] * 0.5f;
    HELD(d);
    FENCE;
    PRODUCT(d, of(t.a), of(t.b));
    COMMIT;
    WAIT(0);
    HELD(d);
    PUT(d);
}
K scaled_between(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    FENCE;
    for (int k = 0; k < 2; k++) {
        PRODUCT(d, of(t.a), of(t.b)); // FAULT sync-product
        COMMIT;
        WAIT(0);
        TWICE(d[0]);
    }
    HELD(d);
    PUT(d);
}
K scaled_between_ok(int *x, int *y, int n)
{
    __shared__ Tile t;
    float d[4] = {};
    fill(t);
    for (int k = 0; k < 2; k++) {
        FENCE;
        PRODUCT(d, of(t.a), of(t.b));
        COMMIT;
        WAIT(0);
        TWICE(d[0]);
    }
    HELD(d);
    PUT(d);
}
