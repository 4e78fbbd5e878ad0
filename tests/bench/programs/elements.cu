// elements.cu: Laplace's operator on elements of 8 x 8 x 8 points (spectral elements): a layer of an element at a time in shared memory, a
// thread a column of points in registers, derivatives by a matrix.
#define N 8

extern "C" __global__ void __launch_bounds__(N * N) laplace(double *__restrict__ w, const double *__restrict__ u, const double *__restrict__ g,
                                                            const double *__restrict__ d)
{
    __shared__ double sd[N][N], su[N][N], sr[N][N], ss[N][N];
    const int i = threadIdx.x, j = threadIdx.y, e = blockIdx.x, points = N * N * N;
    double ru[N], rw[N];
    sd[j][i] = d[j * N + i];
#pragma unroll
    for (int k = 0; k < N; k++) {
        ru[k] = u[e * points + k * N * N + j * N + i];
        rw[k] = 0.0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < N; k++) {
        const double *gp = g + 6 * e * points + k * N * N + j * N + i;
        const double grr = gp[0], grs = gp[points], grt = gp[2 * points], gss = gp[3 * points], gst = gp[4 * points], gtt = gp[5 * points];
        double t = 0.0;
        for (int m = 0; m < N; m++)
            t += sd[k][m] * ru[m];
        su[j][i] = ru[k];
        __syncthreads();
        double r = 0.0, s = 0.0;
        for (int m = 0; m < N; m++) {
            r += sd[i][m] * su[j][m];
            s += sd[j][m] * su[m][i];
        }
        sr[j][i] = grr * r + grs * s + grt * t;
        ss[j][i] = grs * r + gss * s + gst * t;
        const double qt = grt * r + gst * s + gtt * t;
        __syncthreads();
        double sum = 0.0;
        for (int m = 0; m < N; m++) {
            sum += sd[m][i] * sr[j][m] + sd[m][j] * ss[m][i];
            rw[m] += sd[k][m] * qt;
        }
        rw[k] += sum;
    }
#pragma unroll
    for (int k = 0; k < N; k++)
        w[e * points + k * N * N + j * N + i] = rw[k];
}
