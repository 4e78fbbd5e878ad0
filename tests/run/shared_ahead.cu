// Fixed places of shared memory that threads load under conditions of their own; and near to that, loads behind a store of the thread's
// own or a barrier, of places that are computed, of memory whose size the launch tells, of what is volatile, and in loops.  Last: of
// constant memory, which the host sets, the same places on several ways.
struct Key {
    int x, y, w, tag;
};
extern "C" __global__ void nested(const int *in, int *out, int n)
{
    __shared__ Key key;
    __shared__ int4 more;
    __shared__ short small[3];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 5) {
        key.x = in[0];
        key.y = in[1] & 63;
        key.w = in[2];
        key.tag = in[3] & 1;
        more = make_int4(in[4], in[5], in[6], in[7]);
        small[1] = in[8];
        small[2] = in[9];
    }
    __syncthreads();
    int r = 0;
    const int v = in[i];
    if (i < n) {
        const int d = v - key.x;
        if (d > 0) {
            r = d * key.w;
            if ((d & 63) > key.y && (v & 1) == key.tag)
                r += more.x - more.y * d + (more.z ^ more.w) + small[1];
        } else
            r = small[2] - d;
    }
    out[i] = r;
}
extern "C" __global__ void own(const int *in, int *out)
{
    __shared__ int mark, other;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int r = 1;
    if (threadIdx.x == in[0])
        mark = i + 7;
    if (threadIdx.x == in[0] && in[i] > -5000)
        r += mark * 3;
    __syncthreads();
    if (in[i] & 1) {
        r += mark;
        if (threadIdx.x == in[1]) {
            other = r;
            if (in[i] & 4)
                r += other * 5;
        }
    }
    out[i] = r;
}
extern "C" __global__ void rounds(const int *in, int *out, int n)
{
    __shared__ int best[2], limit;
    extern __shared__ int room[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    int v = in[i], r = 0, at = t;
    if (t == 0)
        limit = in[2] & 15;
    room[t] = v;
    for (int k = 0; k < n; k++) {
        if (at == k) {
            best[k & 1] = v;
            at += 40;
        }
        __syncthreads();
        if (v & 1) {
            if (((v ^ best[k & 1]) & 15) > limit)
                r += best[k & 1] - k;
            if (v & 2)
                r ^= room[0] + room[1];
        }
        v = v * 5 + 1;
    }
    out[i] = r;
}
extern "C" __global__ void watched(const int *in, int *out)
{
    __shared__ volatile int seen;
    __shared__ int steps;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        seen = in[0];
        steps = in[1] & 7;
    }
    __syncthreads();
    int r = in[i];
    if (r > 0) {
        r += seen;
        int s = r & 3;
        do {
            r = r * 3 + steps;
        } while (--s > 0);
    }
    out[i] = r;
}
__constant__ int weight[6];
__constant__ signed char sign[4];
__constant__ float2 scale;
extern "C" __global__ void constants(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i], r = 0;
    if (v > weight[0]) {
        if (v & 1)
            r = v * weight[1] + sign[1];
        else
            r = v - weight[2];
        if (v & 2)
            r += weight[1] * sign[2];
        else if (v & 8)
            r ^= weight[v & 3] + weight[5];
        for (int k = 0; k < (v & 3); k++)
            r = r * sign[3] + weight[4] * k;
        if (i < n)
            r += (int)(v * scale.x + scale.y) + weight[1];
    }
    out[i] = r;
}
