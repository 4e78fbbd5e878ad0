// pattern.cu: where a pattern stands in a text, compared byte by byte from each place on.
extern "C" __global__ void pattern(const char *text, const char *pattern, int *found, int n, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - len)
        return;
    int ok = 1;
    for (int k = 0; k < len; k++)
        if (text[i + k] != pattern[k]) {
            ok = 0;
            break;
        }
    found[i] = ok;
}
