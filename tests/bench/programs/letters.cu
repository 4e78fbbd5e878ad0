// letters.cu: bytes as letters, three as four, a thread a group.
extern "C" __global__ void letters(const unsigned char *in, char *out, const char *table, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i >= n)
        return;
    unsigned a = in[3 * i], b = 3 * i + 1 < n ? in[3 * i + 1] : 0, c = 3 * i + 2 < n ? in[3 * i + 2] : 0;
    unsigned v = a << 16 | b << 8 | c;
    out[4 * i] = table[v >> 18];
    out[4 * i + 1] = table[v >> 12 & 63];
    out[4 * i + 2] = 3 * i + 1 < n ? table[v >> 6 & 63] : '=';
    out[4 * i + 3] = 3 * i + 2 < n ? table[v & 63] : '=';
}
