// boxes.cu: which boxes overlap a better one too much: a bit a pair, 64 of them a thread.
extern "C" __global__ void boxes(const float4 *box, unsigned long long *mask, int n, float most)
{
    int row = blockIdx.y, column = blockIdx.x;
    int rows = min(n - row * 64, 64), columns = min(n - column * 64, 64);
    __shared__ float4 there[64];
    if (threadIdx.x < columns)
        there[threadIdx.x] = box[column * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < rows) {
        int i = row * 64 + threadIdx.x;
        float4 a = box[i];
        unsigned long long bits = 0;
        int start = row == column ? threadIdx.x + 1 : 0;
        for (int j = start; j < columns; j++) {
            float4 b = there[j];
            float w = fmaxf(fminf(a.z, b.z) - fmaxf(a.x, b.x), 0.f), h = fmaxf(fminf(a.w, b.w) - fmaxf(a.y, b.y), 0.f);
            float both = w * h, all = (a.z - a.x) * (a.w - a.y) + (b.z - b.x) * (b.w - b.y) - both;
            if (both > most * all)
                bits |= 1ULL << j;
        }
        mask[i * gridDim.x + column] = bits;
    }
}
