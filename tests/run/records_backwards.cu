// Records and words with gaps between them that lie the later the smaller the thread's number is: a pair and a vector of four, one word
// of each record, records that are written, and, near to these, words without gaps and records that lie in order.
struct Triple {
    int a, b, c;
};
extern "C" __global__ void pairs(const float2 *in, float2 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float2 x = in[i], y = in[n - 1 - i];
    out[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
extern "C" __global__ void fours(const int4 *in, int4 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int4 x = in[n - 1 - i];
    out[n - 1 - i] = make_int4(x.w + i, x.z * 3, x.y ^ x.x, x.x - i);
}
extern "C" __global__ void some(const Triple *in, short *out, Triple *to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[2 * (n - i)] = in[n - 1 - i].b + i;
    to[n - 1 - i].c = in[i].a * 5;
}
extern "C" __global__ void words(const double *in, double *out, unsigned char *bytes, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = in[n - 1 - i] * 0.5;
    bytes[n - 1 - i] = i;
}
extern "C" __global__ void turned(const int *in, int *out)
{
    __shared__ int2 s[192];
    const int t = threadIdx.x;
    s[191 - t] = make_int2(in[blockIdx.x * 192 + t], t);
    __syncthreads();
    const int2 a = s[t], b = s[191 - t];
    out[blockIdx.x * 192 + t] = a.x * 3 + a.y + b.x * 5 - b.y;
}
