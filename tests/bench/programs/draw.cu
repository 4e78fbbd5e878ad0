// draw.cu: particles are drawn anew by their weights: each thread looks for its place in the sums of all weights.

extern "C" __global__ void draw(const double *x, const double *y, const double *sums, const double *at, double *xnew,
                                double *ynew, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int index = -1;
        for (int k = 0; k < n; k++)
            if (sums[k] >= at[i]) {
                index = k;
                break;
            }
        if (index == -1)
            index = n - 1;
        xnew[i] = x[index];
        ynew[i] = y[index];
    }
}
