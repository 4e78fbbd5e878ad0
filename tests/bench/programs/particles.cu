// particles.cu: a step of a particle filter in double: move by normal random numbers of a linear congruential generator each, likelihood
// from a disk of pixels, weights, their sums, and the search where each new particle comes from.
#define PI 3.1415926535897932
#define A 1103515245
#define C 12345
#define M 2147483647
#define T 128

__device__ double uniform(int *seed, int at)
{
    int num = A * seed[at] + C;
    seed[at] = num % M;
    return fabs(seed[at] / (double)M);
}

__device__ double normal(int *seed, int at)
{
    double u = uniform(seed, at), v = uniform(seed, at);
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

__device__ double nearest(double value)
{
    int whole = (int)value;
    return value - whole < 0.5 ? whole : whole + 1;
}

extern "C" __global__ void likelihood(double *x, double *y, const double *xj, const double *yj, const int *ones, const unsigned char *image,
                                      double *score, double *weight, int *seed, double *sums, int particles, int disk, int size, int k,
                                      int high, int frames)
{
    __shared__ double buffer[T];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < particles) {
        x[i] = xj[i];
        y[i] = yj[i];
        weight[i] = 1 / (double)particles;
        x[i] = x[i] + 1.0 + 5.0 * normal(seed, i);
        y[i] = y[i] - 2.0 + 2.0 * normal(seed, i);
    }
    buffer[threadIdx.x] = 0.0;
    __syncthreads();
    if (i < particles) {
        double sum = 0;
        for (int j = 0; j < disk; j++) {
            int ix = (int)(nearest(x[i]) + ones[j * 2 + 1]), iy = (int)(nearest(y[i]) + ones[j * 2]);
            int at = abs(ix * high * frames + iy * frames + k);
            if (at >= size)
                at = 0;
            sum += (pow((double)(image[at] - 100), 2) - pow((double)(image[at] - 228), 2)) / 50.0;
        }
        score[i] = sum / disk - 300;
        weight[i] = weight[i] * exp(score[i]);
        buffer[threadIdx.x] = weight[i];
    }
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            buffer[threadIdx.x] += buffer[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = buffer[0];
}

extern "C" __global__ void locate(const double *cdf, const double *u, const double *x, const double *y, double *xj, double *yj, int particles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < particles) {
        int index = -1;
        for (int j = 0; j < particles; j++)
            if (cdf[j] >= u[i]) {
                index = j;
                break;
            }
        if (index == -1)
            index = particles - 1;
        xj[i] = x[index];
        yj[i] = y[index];
    }
}
