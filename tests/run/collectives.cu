// collectives.cu: shuffles in a row that make scans and reductions of a warp, as programs and libraries write them; and some that make
// something else.  Result k of thread i lies in out[i][k].
#include <cstdint>

enum { RESULTS = 32 };
constexpr unsigned ALL = 0xffffffffu;

template <class Op> __device__ uint32_t scan(uint32_t x, int lane, int width, Op op)
{
    for (int k = 1; k < width; k *= 2) {
        uint32_t below = __shfl_up_sync(ALL, x, k, width);
        if (lane % width >= k)
            x = op(x, below);
    }
    return x;
}

template <class T, class Op> __device__ T across(T x, int width, Op op)
{
    for (int k = width / 2; k; k /= 2)
        x = op(x, __shfl_xor_sync(ALL, x, k));
    return x;
}

template <class T, class Op> __device__ T down(T x, int width, Op op)
{
    for (int k = width / 2; k; k /= 2)
        x = op(x, __shfl_down_sync(ALL, x, k, width));
    return x;
}

// As CUB has it.
__device__ uint32_t scan_predicated(uint32_t x, int k)
{
    uint32_t y;
    asm volatile("{ .reg .u32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, 0, -1; @p add.u32 r0, r0, %1; mov.u32 %0, r0; }"
                 : "=r"(y) : "r"(x), "r"(k));
    return y;
}

__device__ float down_predicated(float x, int k)
{
    float y;
    asm volatile("{ .reg .f32 r0; .reg .pred p; shfl.sync.down.b32 r0|p, %1, %2, 31, -1; @p add.f32 r0, r0, %1; mov.f32 %0, r0; }"
                 : "=f"(y) : "f"(x), "r"(k));
    return y;
}

// The sum is made where the shuffle's result lies, of which there is a copy: what goes on is the copy.
__device__ uint32_t moved(uint32_t x, int k)
{
    uint32_t y;
    asm volatile("{ .reg .u32 r0, r1; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, 0, -1; mov.u32 r1, r0; @p add.u32 r0, r0, %1; mov.u32 %0, r1; }"
                 : "=r"(y) : "r"(x), "r"(k));
    return y;
}

struct Plus { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
struct Times { template <class T> __device__ T operator()(T a, T b) const { return a * b; } };
struct And { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a & b; } };
struct Or { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a | b; } };
struct Xor { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a ^ b; } };
struct Min { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return min(a, b); } };
struct Max { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return max(a, b); } };
struct MinS { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return min((int)a, (int)b); } };
struct MaxS { __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return max((int)a, (int)b); } };
struct MaxF { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };

extern "C" __global__ void scans(const uint32_t *in, uint32_t (*out)[RESULTS])
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    uint32_t x = in[i], *r = out[i];
    r[0] = scan(x, lane, 32, Plus());
    r[1] = scan(x | 1, lane, 32, Times());
    r[2] = scan(x, lane, 32, Min());
    r[3] = scan(x, lane, 32, Max());
    r[4] = scan(x, lane, 32, MinS());
    r[5] = scan(x, lane, 32, MaxS());
    r[6] = scan(x, lane, 32, And());
    r[7] = scan(x, lane, 32, Or());
    r[8] = scan(x, lane, 32, Xor());
    r[9] = scan(x, lane, 16, Plus());
    r[10] = scan(x, lane, 8, Max());
    r[11] = scan(x, lane, 4, Plus());
    uint32_t y = x;
    for (int k = 1; k < 32; k *= 2)
        y = scan_predicated(y, k);
    r[12] = y;
    // Windows of 8: all lanes take part in three steps.
    y = x;
    for (int k = 1; k < 8; k *= 2) {
        uint32_t below = __shfl_up_sync(ALL, y, k);
        if (lane >= k)
            y += below;
    }
    r[13] = y;
    // The lanes out of range count twice.
    y = x;
    for (int k = 1; k < 32; k *= 2)
        y += __shfl_up_sync(ALL, y, k);
    r[14] = y;
    // Somebody looks at what there is on the way.
    y = x;
    uint32_t four = 0;
    for (int k = 1; k < 32; k *= 2) {
        uint32_t below = __shfl_up_sync(ALL, y, k);
        if (lane >= k)
            y += below;
        if (k == 4)
            four = y;
    }
    r[15] = y;
    r[16] = four;
    // One step is for other lanes.
    y = x;
    for (int k = 1; k < 32; k *= 2) {
        uint32_t below = __shfl_up_sync(ALL, y, k);
        if (lane >= (k == 4 ? 5 : k))
            y += below;
    }
    r[17] = y;
    // What is combined with was changed.
    y = x;
    for (int k = 1; k < 32; k *= 2) {
        uint32_t below = __shfl_up_sync(ALL, y, k);
        if (lane >= k)
            y += below + (k == 16);
    }
    r[18] = y;
    y = x;
    for (int k = 1; k < 32; k *= 2)
        y = moved(y, k);
    r[19] = y;
}

extern "C" __global__ void reductions(const uint32_t *in, uint32_t (*out)[RESULTS])
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    uint32_t x = in[i], *r = out[i];
    float f = (float)(x % 1000) * 0.37f + 0.01f;
    r[0] = across(x, 32, Plus());
    r[1] = across(x | 1, 32, Times());
    r[2] = across(x, 32, Min());
    r[3] = across(x, 32, MaxS());
    r[4] = across(x, 32, And());
    r[5] = across(x, 32, Xor());
    r[6] = across(x, 8, Plus());
    r[7] = across(x, 16, MinS());
    r[8] = __float_as_uint(across(f, 32, Plus()));
    r[9] = __float_as_uint(across(f, 16, Plus()));
    r[10] = __float_as_uint(across(f, 32, MaxF()));
    float g = f;
    for (int k = 1; k < 32; k *= 2)
        g += __shfl_xor_sync(ALL, g, k);
    r[11] = __float_as_uint(g);
    // In an order that is neither.
    g = f;
    for (int k = 4; k < 4 + 5; k++)
        g += __shfl_xor_sync(ALL, g, 1 << k % 5);
    r[12] = __float_as_uint(g);
    uint32_t sum = down(x, 32, Plus());
    if (lane == 0)
        r[13] = sum;
    float total = down(f, 32, Plus());
    if (lane == 0)
        r[14] = __float_as_uint(total * 0.03125f);
    r[15] = __float_as_uint(down(f, 32, Plus())); // other lanes have something else
    uint32_t eighth = down(x, 8, Max());
    if (threadIdx.x % 8 == 0)
        r[16] = eighth;
    r[17] = __shfl_sync(ALL, down(x, 32, Plus()), 0); // the first lane's for all
    r[18] = __shfl_sync(ALL, down(x, 32, Plus()), 1); // the second's
    g = f;
    for (int k = 16; k; k /= 2)
        g = down_predicated(g, k);
    if (lane == 0)
        r[19] = __float_as_uint(g);
    sum = down(x, 32, Plus());
    if (lane < 2)
        r[20] = sum;
    g = f;
    for (int k = 16; k; k /= 2)
        g = k == 4 ? g * __shfl_xor_sync(ALL, g, k) : g + __shfl_xor_sync(ALL, g, k);
    r[21] = __float_as_uint(g);
    sum = x;
    for (int k = 16; k; k /= 2)
        sum += __shfl_xor_sync(ALL, sum, k == 2 ? 4 : k); // some twice, some not at all
    r[22] = sum;
    if (threadIdx.x < 32) { // of the first warp alone
        uint32_t most = across(x, 32, Max());
        if (threadIdx.x == 0)
            r[23] = most;
    }
}
