// overlap.cu: which boxes overlap which by more than a share, a bit each, 64 to a word: tiles of 64 x 64 boxes.
extern "C" __global__ void overlap(int n, float share, const float *boxes, unsigned long long *bits)
{
    __shared__ float tile[64 * 5];
    int row = blockIdx.y, col = blockIdx.x;
    int rows = min(n - row * 64, 64), cols = min(n - col * 64, 64);
    if (threadIdx.x < cols)
        for (int k = 0; k < 5; k++)
            tile[threadIdx.x * 5 + k] = boxes[(64 * col + threadIdx.x) * 5 + k];
    __syncthreads();
    if (threadIdx.x < rows) {
        const float *a = boxes + (64 * row + threadIdx.x) * 5;
        unsigned long long t = 0;
        for (int i = row == col ? threadIdx.x + 1 : 0; i < cols; i++) {
            const float *b = tile + i * 5;
            float left = fmaxf(a[0], b[0]), right = fminf(a[2], b[2]), top = fmaxf(a[1], b[1]), bottom = fminf(a[3], b[3]);
            float inter = fmaxf(right - left + 1, 0.f) * fmaxf(bottom - top + 1, 0.f);
            float sa = (a[2] - a[0] + 1) * (a[3] - a[1] + 1), sb = (b[2] - b[0] + 1) * (b[3] - b[1] + 1);
            if (inter / (sa + sb - inter) > share)
                t |= 1ULL << i;
        }
        bits[(64 * row + threadIdx.x) * gridDim.x + col] = t;
    }
}
