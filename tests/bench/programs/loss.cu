// loss.cu: losses of rows of numbers against classes, a thread a row; how they would change.
extern "C" __global__ void loss(const float *x, const int *label, float *out, float *change, int rows, int classes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    const float *row = x + i * classes;
    float most = row[0];
    for (int c = 1; c < classes; c++)
        most = fmaxf(most, row[c]);
    float sum = 0;
    for (int c = 0; c < classes; c++)
        sum += expf(row[c] - most);
    out[i] = logf(sum) + most - row[label[i]];
    for (int c = 0; c < classes; c++)
        change[i * classes + c] = (expf(row[c] - most) / sum - (c == label[i] ? 1.f : 0.f)) / rows;
}
