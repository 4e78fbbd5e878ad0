// kalman.cu: likelihoods of many series by a Kalman filter of three numbers of state: small matrices in arrays of each thread's
// own, loops over their sides, one series a thread.
template <int R>
__device__ void times(const double *a, const double *b, double *c, bool turned)
{
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            double s = 0;
            for (int k = 0; k < R; k++)
                s += a[i + k * R] * (turned ? b[j + k * R] : b[k + j * R]);
            c[i + j * R] = s;
        }
}

template <int R>
__device__ void filter(const double *ys, int n, const double *T, const double *Q, double *P,
                       double *alpha, double *loglike, double *innovations, int series)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= series)
        return;
    double lT[R * R], lQ[R * R], lP[R * R], la[R], tmp[R * R], L[R * R], K[R];
    for (int i = 0; i < R * R; i++) {
        lT[i] = T[id * R * R + i];
        lQ[i] = Q[id * R * R + i];
        lP[i] = P[id * R * R + i];
    }
    for (int i = 0; i < R; i++)
        la[i] = alpha[id * R + i];
    const double *y = ys + id * n;
    double logs = 0, squares = 0;
    for (int t = 0; t < n; t++) {
        const double v = y[t] - la[0], F = lP[0];
        innovations[id * n + t] = v;
        logs += log(F);
        squares += v * v / F;
        for (int i = 0; i < R; i++) {
            double s = 0;
            for (int k = 0; k < R; k++)
                s += lT[i + k * R] * lP[k];
            K[i] = s / F;
        }
        double na[R];
        for (int i = 0; i < R; i++) {
            double s = 0;
            for (int k = 0; k < R; k++)
                s += lT[i + k * R] * la[k];
            na[i] = s + K[i] * v;
        }
        for (int i = 0; i < R; i++)
            la[i] = na[i];
        for (int i = 0; i < R * R; i++)
            L[i] = lT[i];
        for (int i = 0; i < R; i++)
            L[i] -= K[i];
        times<R>(lT, lP, tmp, false);
        times<R>(tmp, L, lP, true);
        for (int i = 0; i < R * R; i++)
            lP[i] += lQ[i];
    }
    loglike[id] = -0.5 * (logs + n * log(squares / n));
}

extern "C" __global__ void kalman(const double *ys, int n, const double *T, const double *Q, double *P, double *alpha,
                                  double *loglike, double *innovations, int series)
{
    filter<3>(ys, n, T, Q, P, alpha, loglike, innovations, series);
}
