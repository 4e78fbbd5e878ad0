// Lanes of a warp that exchange data in memory without a barrier, as programs do that count on the hardware's order.
// nvcc -arch=sm_80 -ptx

// Sums of all lanes up to each, by warp, in a block of several.
template <class P> __device__ unsigned scan_warp(P s, unsigned v)
{
    unsigned lane = threadIdx.x & 31;
    s[threadIdx.x] = v;
    if (lane >= 1) s[threadIdx.x] += s[threadIdx.x - 1];
    if (lane >= 2) s[threadIdx.x] += s[threadIdx.x - 2];
    if (lane >= 4) s[threadIdx.x] += s[threadIdx.x - 4];
    if (lane >= 8) s[threadIdx.x] += s[threadIdx.x - 8];
    if (lane >= 16) s[threadIdx.x] += s[threadIdx.x - 16];
    return s[threadIdx.x];
}

// A radix sort of 128 keys by one bit in each round; plain: the scans' memory is not volatile.
template <class P> __device__ void sort(unsigned *keys, P s, unsigned *warps)
{
    unsigned t = threadIdx.x, key = keys[blockIdx.x * 128 + t];
    __shared__ unsigned moved[128];
    for (int bit = 0; bit < 32; bit++) {
        unsigned zero = !(key >> bit & 1), upto = scan_warp(s, zero);
        if ((t & 31) == 31)
            warps[t >> 5] = upto;
        __syncthreads();
        unsigned before = upto - zero, zeros = 0;
        for (unsigned w = 0; w < 4; w++) {
            if (w < t >> 5) before += warps[w];
            zeros += warps[w];
        }
        moved[zero ? before : zeros + t - before] = key;
        __syncthreads();
        key = moved[t];
        __syncthreads();
    }
    keys[blockIdx.x * 128 + t] = key;
}

extern "C" __global__ void sort_volatile(unsigned *keys)
{
    __shared__ volatile unsigned s[128];
    __shared__ unsigned warps[4];
    sort<volatile unsigned *>(keys, s, warps);
}

extern "C" __global__ void sort_plain(unsigned *keys)
{
    __shared__ unsigned s[128], warps[4];
    sort<unsigned *>(keys, s, warps);
}

// A transform of 8 x 8 numbers, each of a block's four by 8 threads: rows, then columns, in shared memory.
extern "C" __global__ void dct(int *x)
{
    __shared__ int s[4][8][9];
    int i = threadIdx.x, b = threadIdx.y;
    int *at = x + (blockIdx.x * 4 + b) * 64;
    for (int r = 0; r < 8; r++)
        s[b][r][i] = at[r * 8 + i];
    int v[8];
    for (int k = 0; k < 8; k++)
        v[k] = s[b][i][k];
    for (int k = 0; k < 8; k++) {
        int sum = 0;
        for (int j = 0; j < 8; j++)
            sum += v[j] * ((k * j + k) % 7 - 3);
        s[b][i][k] = sum;
    }
    for (int k = 0; k < 8; k++)
        v[k] = s[b][k][i];
    for (int k = 0; k < 8; k++) {
        int sum = 0;
        for (int j = 0; j < 8; j++)
            sum += v[j] * ((k * j + k) % 7 - 3);
        at[k * 8 + i] = sum;
    }
}

// The sum of 64 numbers by the last warp, nothing volatile.
extern "C" __global__ void total(const int *in, int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        for (int by = 32; by; by /= 2) {
            s[t] += s[t + by];
            asm volatile("" ::: "memory"); // nvcc keeps what is before it there
        }
        if (t == 0)
            out[blockIdx.x] = s[0];
    }
}

// In a loop over distances.
extern "C" __global__ void upto(int *x, int n)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 32 + t];
    for (int d = 1; d < n; d *= 2)
        if (t >= d)
            s[t] = s[t] + s[t - d];
    x[blockIdx.x * 32 + t] = s[t];
}

// How often each of 16 numbers is there, for each warp; lanes with the same number take turns by a mark, without atomics.
extern "C" __global__ void counts(const unsigned char *in, unsigned *out, int n)
{
    __shared__ volatile unsigned s[2][16];
    unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, mark = lane << 27;
    if (lane < 16)
        s[warp][lane] = 0;
    for (int i = 0; i < n; i++) {
        unsigned v = in[(warp * n + i) * 32 + lane], c;
        do {
            c = (s[warp][v] & 0x7ffffff) + 1 | mark;
            s[warp][v] = c;
        } while (s[warp][v] != c);
    }
    __syncwarp();
    if (lane < 16)
        out[warp * 16 + lane] = s[warp][lane] & 0x7ffffff;
}

// A scratch buffer in global memory that each warp has a part of.
extern "C" __global__ void mirror(unsigned *x, unsigned *scratch)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    scratch[i] = x[i] * 3;
    x[i] = scratch[i ^ 31] + 1;
}

// A sorted list behind one lock for each of 4 chains: lanes put their keys in; nodes by number, 0 is the end.
extern "C" __global__ void chains(const int *keys, int *head, int *next, int *lock, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i > n)
        return;
    int key = keys[i], c = key & 3;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[c], 0, 1) == 0) {
            __threadfence();
            volatile int *h = head, *nx = next;
            int before = 0, at = h[c];
            while (at && keys[at] < key) {
                before = at;
                at = nx[at];
            }
            nx[i] = at;
            __threadfence();
            if (before)
                nx[before] = i;
            else
                h[c] = i;
            __threadfence();
            atomicExch(&lock[c], 0);
            done = true;
        }
    }
}
