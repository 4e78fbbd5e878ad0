// permute.cu: an array of four dimensions with others in front, places by divisions with strides from memory.
extern "C" __global__ void permute(const float *in, float *out, const int *order, const int *old_steps, const int *new_steps, int dims, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int from = 0, rest = i;
    for (int d = 0; d < dims; d++) {
        from += rest / new_steps[d] * old_steps[order[d]];
        rest %= new_steps[d];
    }
    out[i] = in[from];
}
