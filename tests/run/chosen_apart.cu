// chosen_apart.cu: floats that lanes read here and there, and choose by conditions of their own: numbers, none, zeros of both signs, all
// with their bits; and, beside them, of what lies in a row.
extern "C" __global__ void chosen(const float *x, const double *y, const int *at, float *to, double *wide, float *row, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int k = at[i];
    const float a = x[k], b = x[n - 1 - k];
    const double c = y[k], d = y[n - 1 - k];
    to[i] = k & 2 ? b : a < 1 ? -a : b;
    wide[i] = k & 1 ? c : d < 0 ? -d : k & 2 ? 0.0 : d;
    row[i] = i % 3 ? x[i] : x[i] > 2 ? 1.0f : -x[i];
}
