// fourier.cu: Fourier transforms of many rows of 512 complex numbers: a block a row, radix 2 in shared memory (Stockham), a pair a thread.
#define POINTS 512
extern "C" __global__ void fourier(const float2 *in, float2 *out)
{
    __shared__ float2 even[POINTS], odd[POINTS];
    const int t = threadIdx.x;
    const float2 *row = in + blockIdx.x * POINTS;
    even[t] = row[t];
    even[t + POINTS / 2] = row[t + POINTS / 2];
    float2 *from = even, *to = odd;
    for (int half = 1; half < POINTS; half <<= 1) {
        __syncthreads();
        const int k = t & (half - 1);
        float s, c;
        __sincosf(-3.14159265f * k / half, &s, &c);
        const float2 a = from[t], b = from[t + POINTS / 2];
        const float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
        const int at = ((t - k) << 1) + k;
        to[at] = make_float2(a.x + w.x, a.y + w.y);
        to[at + half] = make_float2(a.x - w.x, a.y - w.y);
        float2 *other = from;
        from = to;
        to = other;
    }
    __syncthreads();
    out[blockIdx.x * POINTS + t] = from[t];
    out[blockIdx.x * POINTS + t + POINTS / 2] = from[t + POINTS / 2];
}
