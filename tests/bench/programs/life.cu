// life.cu: a generation of cells on a torus, a byte a cell; neighbours by remainders.
extern "C" __global__ void life(const unsigned char *in, unsigned char *out, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int x = i % w, y = i - x, left = (x + w - 1) % w, right = (x + 1) % w, up = (y + w * h - w) % (w * h), down = (y + w) % (w * h);
    int sum = in[left + up] + in[x + up] + in[right + up] + in[left + y] + in[right + y] + in[left + down] + in[x + down] + in[right + down];
    out[i] = sum == 3 || (sum == 2 && in[i]) ? 1 : 0;
}
