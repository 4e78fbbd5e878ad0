// nodal.cu: Helmholtz's operator on elements of 8 x 8 x 8 nodes: a block an element, a thread a column of nodes, whose values and results
// are in its registers; derivatives within a layer through shared memory.
#define N 8
extern "C" __global__ void __launch_bounds__(N *N) nodal(const float *__restrict__ geo, const float *__restrict__ D, const float *__restrict__ u,
                                                        float *__restrict__ out, float lambda)
{
    __shared__ float sD[N][N], sq[N][N], sr[N][N], ss[N][N];
    float q[N], a[N];
    const int e = blockIdx.x, i = threadIdx.x, j = threadIdx.y;
    sD[j][i] = D[j * N + i];
    for (int k = 0; k < N; k++) {
        q[k] = u[((e * N + k) * N + j) * N + i];
        a[k] = 0;
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
        __syncthreads();
        sq[j][i] = q[k];
        float qt = 0;
#pragma unroll
        for (int m = 0; m < N; m++)
            qt += sD[k][m] * q[m];
        __syncthreads();
        const float *g = geo + e * 7 * N * N * N + (k * N + j) * N + i;
        const float g0 = g[0], g1 = g[512], g2 = g[2 * 512], g3 = g[3 * 512], g4 = g[4 * 512], g5 = g[5 * 512], w = g[6 * 512];
        float qr = 0, qs = 0;
#pragma unroll
        for (int m = 0; m < N; m++) {
            qr += sD[i][m] * sq[j][m];
            qs += sD[j][m] * sq[m][i];
        }
        sr[j][i] = g0 * qr + g1 * qs + g2 * qt;
        ss[j][i] = g1 * qr + g3 * qs + g4 * qt;
        const float gt = g2 * qr + g4 * qs + g5 * qt;
        float here = w * lambda * q[k];
        __syncthreads();
#pragma unroll
        for (int m = 0; m < N; m++) {
            here += sD[m][i] * sr[j][m];
            a[m] += sD[k][m] * gt;
            here += sD[m][j] * ss[m][i];
        }
        a[k] += here;
    }
#pragma unroll
    for (int k = 0; k < N; k++)
        out[((e * N + k) * N + j) * N + i] = a[k];
}
