// hypterm.cu: fluxes of a compressible gas in three dimensions by differences of eighth order, six fields in double, cells in blocks of
// three dimensions (in the style of an exascale proxy).
#define a1 0.8
#define a2 -0.2
#define a3 0.038095
#define a4 -0.0035714
#define idx(k, j, i) ((((k) * M) + (j)) * N + (i))
#define D8X(f) (a1 * (f(k, j, i + 1) - f(k, j, i - 1)) + a2 * (f(k, j, i + 2) - f(k, j, i - 2)) + \
                a3 * (f(k, j, i + 3) - f(k, j, i - 3)) + a4 * (f(k, j, i + 4) - f(k, j, i - 4))) * dxinv0
#define D8Y(f) (a1 * (f(k, j + 1, i) - f(k, j - 1, i)) + a2 * (f(k, j + 2, i) - f(k, j - 2, i)) + \
                a3 * (f(k, j + 3, i) - f(k, j - 3, i)) + a4 * (f(k, j + 4, i) - f(k, j - 4, i))) * dxinv1
#define D8Z(f) (a1 * (f(k + 1, j, i) - f(k - 1, j, i)) + a2 * (f(k + 2, j, i) - f(k - 2, j, i)) + \
                a3 * (f(k + 3, j, i) - f(k - 3, j, i)) + a4 * (f(k + 4, j, i) - f(k - 4, j, i))) * dxinv2
#define M1(k, j, i) cons_1[idx(k, j, i)]
#define M2(k, j, i) cons_2[idx(k, j, i)]
#define M3(k, j, i) cons_3[idx(k, j, i)]
#define U1(k, j, i) (cons_1[idx(k, j, i)] * q_1[idx(k, j, i)] + q_4[idx(k, j, i)])
#define V1(k, j, i) cons_2[idx(k, j, i)] * q_1[idx(k, j, i)]
#define W1(k, j, i) cons_3[idx(k, j, i)] * q_1[idx(k, j, i)]
#define U3(k, j, i) cons_1[idx(k, j, i)] * q_3[idx(k, j, i)]
#define V3(k, j, i) cons_2[idx(k, j, i)] * q_3[idx(k, j, i)]
#define W3(k, j, i) (cons_3[idx(k, j, i)] * q_3[idx(k, j, i)] + q_4[idx(k, j, i)])

extern "C" __global__ void hypterm(double *__restrict__ flux_0, double *__restrict__ flux_1, double *__restrict__ flux_3,
                                   const double *__restrict__ cons_1, const double *__restrict__ cons_2,
                                   const double *__restrict__ cons_3, const double *__restrict__ q_1, const double *__restrict__ q_3,
                                   const double *__restrict__ q_4, double dxinv0, double dxinv1, double dxinv2, int L, int M, int N)
{
    int i = max((int)blockIdx.x * (int)blockDim.x, 0) + (int)threadIdx.x;
    int j = max((int)blockIdx.y * (int)blockDim.y, 0) + (int)threadIdx.y;
    int k = max((int)blockIdx.z * (int)blockDim.z, 0) + (int)threadIdx.z;
    if (i >= 4 && j >= 4 && k >= 4 && i <= N - 5 && j <= M - 5 && k <= L - 5) {
        flux_0[idx(k, j, i)] = -(D8X(M1));
        flux_1[idx(k, j, i)] = -(D8X(U1));
        flux_3[idx(k, j, i)] = -(D8X(U3));
        flux_0[idx(k, j, i)] -= D8Y(M2);
        flux_1[idx(k, j, i)] -= D8Y(V1);
        flux_3[idx(k, j, i)] -= D8Y(V3);
        flux_0[idx(k, j, i)] -= D8Z(M3);
        flux_1[idx(k, j, i)] -= D8Z(W1);
        flux_3[idx(k, j, i)] -= D8Z(W3);
    }
}
