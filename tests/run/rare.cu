// rare.cu: arithmetic around what keeps loops over lanes from being vectors: ways that hardly any lane goes, atomics, loops.
#include <stdint.h>

extern "C" __global__ void waves(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], sum = 0;
    for (int k = 0; k < 5; k++) {
        sum += sinf(x) * 0.5f + cosf(x * 3 + k);
        x = x * 17.25f - k;
    }
    out[i] = sum;
}

// Behind barriers, with values that live across them.
extern "C" __global__ void shared_waves(float *out, const float *in)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float x = in[blockIdx.x * 128 + t];
    s[t] = sinf(x);
    __syncthreads();
    float y = s[(t + 1) & 127] * x + cosf(x * s[t ^ 1]);
    __syncthreads();
    s[t] = y;
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[127 - t] * 3 - y / (x * x + 1);
}

// Lanes that are out of a warp's part.
extern "C" __global__ void warp_waves(float *out, const float *in)
{
    int t = threadIdx.x;
    float x = in[blockIdx.x * blockDim.x + t];
    if (t % 3 != 1) {
        float y = sinf(x) * cosf(x + 1);
        x = y * y - x * 0.25f;
        x += sqrtf(y + 2) / (y + 3);
    }
    out[blockIdx.x * blockDim.x + t] = x + __shfl_xor_sync(~0u, x, 1);
}

// Atomics, whose results are used.
extern "C" __global__ void places(uint32_t *count, uint32_t *order, float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int k = 0; k < 3; k++)
        y = y * 0.75f + sqrtf(y * y + 1) / (y * y + 2);
    uint32_t bin = (uint32_t)(y * 8) & 15;
    uint32_t at = atomicAdd(&count[bin], 1);
    float z = y * y - x / (y * y + 4);
    z = z * z + sqrtf(z * z + 3) - z / (z * z + 1);
    out[i] = z;
    order[i] = bin * 4096 + at;
}

// A loop of each lane's own.
extern "C" __global__ void collatz(uint32_t *steps, float *out, const uint32_t *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t x = in[i] * 2654435761u ^ in[i] >> 3;
    x = (x ^ x >> 15) * 2246822519u;
    x = (x ^ x >> 13) * 3266489917u;
    x = x >> 22 | 1;
    uint32_t n = 0;
    for (uint32_t y = x; y != 1; n++)
        y = y & 1 ? 3 * y + 1 : y / 2;
    float f = n * 0.5f + x;
    f = sqrtf(f * f + n) / (f + 1) + f * (n & 7);
    f = f * f - sqrtf(f + 7) / (f * f + 2);
    steps[i] = n;
    out[i] = f;
}

// Bytes from a table, and to places here and there.
extern "C" __global__ void tables(uint8_t *out, uint8_t *marks, const uint8_t *in, const uint8_t *table)
{
    __shared__ uint8_t curve[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        curve[i] = table[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i] * 0.75f + in[(i + 1) & 1023] * 0.25f, y = x * x * 0.003f + sqrtf(x) * 2;
    int k = (int)fminf(y, 255);
    float z = curve[k] + 0.5f * (x - curve[255 - k]);
    if (z > 100) {
        float f = z * z / (z + 50) - x;
        f = f * 0.5f + sqrtf(f * f + 1) + z / (f * f + 3);
        marks[(int)f * 7 + i % 7] = 1;
        z = f * 0.25f;
    }
    out[i] = (uint8_t)fminf(fmaxf(z, 0), 255);
}
