// dilate.cu: the greatest number within a disk around each place of an image, whose place in it comes from a quotient and a remainder.
extern "C" __global__ void dilate(const float *in, float *out, const float *element, int rows, int cols, int size)
{
    int half = size / 2, t = blockIdx.x * blockDim.x + threadIdx.x, i = t % rows, j = t / rows;
    if (j >= cols)
        return;
    float most = 0;
    for (int y = 0; y < size; y++) {
        int yy = i - half + y;
        if (yy >= 0 && yy < rows)
            for (int x = 0; x < size; x++) {
                int xx = j - half + x;
                if (xx >= 0 && xx < cols && element[y * size + x] != 0) {
                    float v = in[xx * rows + yy];
                    if (v > most)
                        most = v;
                }
            }
    }
    out[i * cols + j] = most;
}
