// ranks.cu: the k-th smallest number of each column, found as the one of which as many are less.

extern "C" __global__ void ranks(const float *in, float *out, int rows, int columns, int k)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    for (int i = 0; i < rows; i++) {
        float v = in[i * columns + c];
        int less = 0, same = 0;
        for (int j = 0; j < rows; j++) {
            float w = in[j * columns + c];
            less += w < v;
            same += w == v;
        }
        if (less <= k && k < less + same) {
            out[c] = v;
            break;
        }
    }
}
