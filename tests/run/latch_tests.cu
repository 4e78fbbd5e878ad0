// latch_tests.cu (sm_100): loops over a tile with a border, that compilers end by what the counter was before its last step.
extern "C" __global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char tile[10][34];
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 34; i += 32) {
            const int x = min(max((int)(blockIdx.x * 32) + i - 1, 0), w - 1), y = min(max((int)(blockIdx.y * 8) + j - 1, 0), h - 1);
            tile[j][i] = in[y * w + x];
        }
    __syncthreads();
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += tile[threadIdx.y + j][threadIdx.x + i];
    if (x < w && y < h)
        out[y * w + x] = sum / 9;
}

extern "C" __global__ void table(const float *in, float *out)
{
    __shared__ float part[625];
    for (int i = threadIdx.x; i < 625; i += 128)
        part[i] = in[blockIdx.x * 625 + i] + i;
    __syncthreads();
    for (int i = threadIdx.x; i < 500; i += 128)
        out[blockIdx.x * 500 + i] = part[i] * part[i + 125];
}

// The counter goes on from where it was in the round before: how often, nobody says.
extern "C" __global__ void onward(unsigned *out, int times)
{
    unsigned i = threadIdx.x;
    unsigned n = 0;
    for (int k = 0; k < times; k++) {
        unsigned was;
        do {
            was = i;
            i += 0x30000000;
            n = n * 31 + (i >> 5);
        } while (was < 1000);
    }
    out[threadIdx.x] = n;
}
