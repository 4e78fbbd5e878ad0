// latch_first.cu: windows that borders cut, from columns back, in a loop over the grid, as clang lays loops out: their last block stands in
// front of their first one (clang -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_80 -O3).
extern "C" __global__ void gather(int n, const int *__restrict__ in, int width, int frames, int kernel, int pad, int hop, int *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int at = i % width + pad, row = i / width;
        const int first = at < kernel ? 0 : (at - kernel) / hop + 1, end = min(at / hop + 1, frames);
        int sum = 0;
        for (int f = first; f < end; f++)
            if ((at - f * hop) % hop == 0)
                sum += in[(row * kernel + (at - f * hop) / hop) * frames + f];
        out[i] = sum;
    }
}
