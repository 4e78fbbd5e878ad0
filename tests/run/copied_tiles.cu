// copied_tiles.cu: rows of a picture, copied to shared memory by blocks that are narrower than what they copy: each thread takes a place
// in each of some tiles side by side, those at both ends only within the picture.
#define R 8
#define W 16
#define H 4
#define STEPS 4

// Blocks of 16 x 4.
extern "C" __global__ void along(float *to, const float *from, int width, int pitch)
{
    __shared__ float s[H][(STEPS + 2) * W];
    const int x = (blockIdx.x * STEPS - 1) * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
    from += y * pitch + x;
    to += y * pitch + x;
#pragma unroll
    for (int i = 1; i <= STEPS; i++)
        s[threadIdx.y][threadIdx.x + i * W] = from[i * W];
    s[threadIdx.y][threadIdx.x] = x >= 0 ? from[0] : 0;
    s[threadIdx.y][threadIdx.x + (STEPS + 1) * W] = width - x > (STEPS + 1) * W ? from[(STEPS + 1) * W] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i <= STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -R; j <= R; j++)
            sum += (float)(j * j + 1) * s[threadIdx.y][threadIdx.x + i * W + j];
        to[i * W] = sum;
    }
}

// Blocks of 8 in a row, a thread 8 numbers of 16 bits; each then looks at what lies mirrored.
extern "C" __global__ void mirror(unsigned short *to, const unsigned short *from)
{
    __shared__ unsigned short s[64];
    const int t = threadIdx.x, at = blockIdx.x * 64 + t;
#pragma unroll
    for (int i = 0; i < 8; i++)
        s[t + 8 * i] = from[at + 8 * i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        to[at + 8 * i] = s[63 - t - 8 * i] + 3;
}

// What is stored twice to one place is no copy: the second one counts.
extern "C" __global__ void twice(int *out, const int *in)
{
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    s[t + 16] = in[t + 32];
    __syncthreads();
    out[t] = s[t];
}

// Squares of 8 x 8, three to a block of 8 x 8 x 3: an element a thread, which is changed in place.
extern "C" __global__ void squares(int *to, const int *from, int by, int n)
{
    __shared__ int s[3][8][8];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, square = blockIdx.x * 3 + z;
    if (square < n)
        s[z][y][x] = from[square * 64 + y * 8 + x];
    __syncthreads();
    if (square >= n)
        return;
    int *const at = to + square * 64 + y * 8 + x;
    *at = *at * by + s[z][x][y];
}

// In such squares the order counts where a lane stores what its neighbour has loaded just before.
extern "C" __global__ void turned(int *to, const int *from)
{
    __shared__ int s[8][8];
    const int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = from[y * 8 + x];
    const int next = s[y][(x + 1) & 7];
    s[y][x] = next * 3;
    __syncthreads();
    to[y * 8 + x] = s[y][x] + s[7 - y][x];
}

// Four squares of 8 x 8 side by side, twice, for blocks of 32 x 2: a thread takes a row of a square and changes its ends.
extern "C" __global__ void ends(int *to, const int *from)
{
    __shared__ int s[16 * 33];
    const int t = threadIdx.x, y = threadIdx.y * 8;
#pragma unroll
    for (int i = 0; i < 8; i++)
        s[(y + i) * 33 + t] = from[(y + i) * 32 + t];
    __syncthreads();
    int *const row = s + (y + (t & 7)) * 33 + (t & ~7);
    const int sum = row[0] + row[7], difference = row[0] - row[7];
    row[0] = sum;
    row[7] = difference;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        to[(y + i) * 32 + t] = s[(y + i) * 33 + t];
}

// The same, but a row's first place gets what the next row had there.
extern "C" __global__ void shifted(int *to, const int *from)
{
    __shared__ int s[16 * 33];
    const int t = threadIdx.x, y = threadIdx.y * 8;
#pragma unroll
    for (int i = 0; i < 8; i++)
        s[(y + i) * 33 + t] = from[(y + i) * 32 + t];
    __syncthreads();
    const int next = s[(y + (t + 1 & 7)) * 33 + (t & ~7)];
    s[(y + (t & 7)) * 33 + (t & ~7)] = next * 3;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        to[(y + i) * 32 + t] = s[(y + i) * 33 + t];
}
