// bisect.cu: eigenvalues of a tridiagonal matrix: each thread halves an interval until it has its own, counting signs.

extern "C" __global__ void bisect(const float *diagonal, const float *beside, int n, float low, float high, float eps,
                                  float *values)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float left = low, right = high;
    while (right - left > eps) {
        float middle = 0.5f * (left + right), d = diagonal[0] - middle;
        int count = d < 0;
        for (int i = 1; i < n; i++) {
            float b = beside[i - 1];
            d = diagonal[i] - middle - b * b / (d == 0 ? 1e-20f : d);
            count += d < 0;
        }
        if (count > k)
            right = middle;
        else
            left = middle;
    }
    values[k] = 0.5f * (left + right);
}
