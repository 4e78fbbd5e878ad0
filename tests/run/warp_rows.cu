// Rows of words in shared memory that lanes of a warp write and read whole, each its own, and columns that they go along together.

// Each warp's numbers, read side by side, given to its lanes row by row, twelve each, and back; sums along the rows on the way.
extern "C" __global__ void rows_of_twelve(const unsigned *in, unsigned *out, int n)
{
    __shared__ __align__(16) unsigned tile[4 * 32 * 12];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, first = blockIdx.x * (4 * 384) + warp * 384;
    unsigned *own = tile + warp * 384;
    for (int i = 0; i < 12; i++)
        own[i * 32 + lane] = first + i * 32 + lane < n ? in[first + i * 32 + lane] : 0;
    __syncwarp();
    uint4 *row = (uint4 *)(own + lane * 12);
    uint4 a = row[0], b = row[1], c = row[2];
    __syncwarp();
    a.y += a.x, a.z += a.y, a.w += a.z;
    b.x += a.w, b.y += b.x, b.z += b.y, b.w += b.z;
    c.x += b.w, c.y += c.x, c.z += c.y, c.w += c.z;
    const unsigned before = __shfl_up_sync(~0u, c.w, 1);
    row[0] = a, row[1] = b, row[2] = make_uint4(c.x, c.y, c.z, lane ? before : 7u);
    __syncwarp();
    for (int i = 0; i < 12; i++)
        if (first + i * 32 + lane < n)
            out[first + i * 32 + lane] = own[i * 32 + lane];
}

// Some lanes have left, the first among them, for which the row would lie in front of the window.
extern "C" __global__ void some_left(const float *in, float *out, int from)
{
    __shared__ __align__(16) float tile[64 * 16];
    const int t = threadIdx.x;
    if (t < from)
        return;
    float4 *row = (float4 *)(tile + (t - 1) * 16);
    for (int k = 0; k < 4; k++)
        row[k] = make_float4(in[t * 16 + k], in[t * 16 + 4 + k], in[t * 16 + 8 + k], in[t * 16 + 12 + k]);
    const unsigned there = __activemask();
    float4 x = row[1];
    const float next = __shfl_down_sync(there, x.z, 1);
    row[2] = make_float4(next, 1.0f, x.w, (float)t);
    for (int k = 0; k < 4; k++) {
        const float4 y = row[k];
        out[t * 4 + k] = y.x + 2 * y.y + 4 * y.z + 8 * y.w;
    }
}

// Under a condition; rows of five words of which four are read as one, going backwards; two halves of a word; places next to each other.
extern "C" __global__ void near(const unsigned *in, unsigned *out, int odd)
{
    __shared__ __align__(16) unsigned tile[64 * 20], pair[64 * 8];
    const int t = threadIdx.x;
    uint4 *back = (uint4 *)(tile + (63 - t) * 20);
    uint4 v = ((const uint4 *)in)[t];
    if ((t & 1) == odd)
        back[1] = v;
    else
        back[1] = make_uint4(v.w, v.z, v.y, v.x);
    back[0] = make_uint4(t, v.x, 3u, v.x);
    const unsigned sum = __reduce_add_sync(~0u, v.y);
    uint4 u = back[1], f = back[0];
    uint4 *beside = (uint4 *)(pair + t * 8);
    beside[0] = u;
    beside[1] = make_uint4(f.x, f.y, f.z, sum);
    __syncwarp();
    const unsigned *words = pair + (t ^ 1) * 8;
    out[t * 8] = words[0] + words[7];
    for (int k = 1; k < 8; k++)
        out[t * 8 + k] = words[k] + (k == 5 ? f.w : 0);
}
