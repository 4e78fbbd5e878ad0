// cumulate.cu: sums along the columns, then the rows of an image in shared memory, and of windows by their differences.
extern "C" __global__ void cumulate(const float *in, float *sums, int rows, int cols)
{
    __shared__ float s[2200];
    int t = threadIdx.x, b = blockIdx.x;
    in += b * rows * cols;
    sums += b * rows * cols;
    for (int i = t; i < rows * cols; i += blockDim.x)
        s[i] = in[i] * in[i];
    __syncthreads();
    for (int c = t; c < cols; c += blockDim.x) {
        float sum = 0;
        for (int r = 0; r < rows; r++) {
            sum += s[c * rows + r];
            s[c * rows + r] = sum;
        }
    }
    __syncthreads();
    for (int r = t; r < rows; r += blockDim.x) {
        float sum = 0;
        for (int c = 0; c < cols; c++) {
            sum += s[c * rows + r];
            s[c * rows + r] = sum;
        }
    }
    __syncthreads();
    for (int i = t; i < rows * cols; i += blockDim.x) {
        int r = i % rows, c = i / rows;
        float all = s[i];
        if (r >= 3 && c >= 3)
            all = all - s[c * rows + r - 3] - s[(c - 3) * rows + r] + s[(c - 3) * rows + r - 3];
        sums[i] = all;
    }
}
