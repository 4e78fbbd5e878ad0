// libor.cu: portfolios of swaptions on forward rates by Monte Carlo: a path a thread, forty rates in an array of its own, grid-stride.
#define N 80
#define NMAT 40
#define NOPT 15

__device__ void path_calc(float *L, const float *z, const float *lambda, float delta)
{
    for (int n = 0; n < NMAT; n++) {
        const float sqez = sqrtf(delta) * z[n];
        float v = 0;
        for (int i = n + 1; i < N; i++) {
            const float lam = lambda[i - n - 1], con1 = delta * lam;
            v += __fdividef(con1 * L[i], 1.0f + delta * L[i]);
            const float vrat = __expf(con1 * v + lam * (sqez - 0.5f * con1));
            L[i] = L[i] * vrat;
        }
    }
}

__device__ float portfolio(const float *L, const float *swaprates, const int *maturities, float delta)
{
    float B[NMAT], S[NMAT], b = 1, s = 0;
    for (int n = NMAT; n < N; n++) {
        b = b / (1.0f + delta * L[n]);
        s = s + delta * b;
        B[n - NMAT] = b;
        S[n - NMAT] = s;
    }
    float v = 0;
    for (int i = 0; i < NOPT; i++) {
        const int m = maturities[i] - 1;
        const float swapval = B[m] + swaprates[i] * S[m] - 1.0f;
        if (swapval < 0)
            v += -100.0f * swapval;
    }
    for (int n = 0; n < NMAT; n++)
        v = v / (1.0f + delta * L[n]);
    return v;
}

extern "C" __global__ void price(int npath, const float *__restrict__ lambda, const float *__restrict__ swaprates,
                                 const int *__restrict__ maturities, const float *__restrict__ normal, float delta, float *__restrict__ out)
{
    for (int path = blockIdx.x * blockDim.x + threadIdx.x; path < npath; path += gridDim.x * blockDim.x) {
        float L[N], z[NMAT];
        for (int i = 0; i < N; i++)
            L[i] = 0.05f;
        for (int i = 0; i < NMAT; i++)
            z[i] = normal[i * npath + path];
        path_calc(L, z, lambda, delta);
        out[path] = portfolio(L, swaprates, maturities, delta);
    }
}
