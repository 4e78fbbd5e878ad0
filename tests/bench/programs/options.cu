// options.cu: prices of options by random walks, each thread with a generator of its own.
extern "C" __global__ void options(const double *strike, double *price, int n, int walks, int steps, double rate, double sigma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long seed = 1234567ULL * (i + 1);
    double dt = 1.0 / steps, drift = (rate - 0.5 * sigma * sigma) * dt, spread = sigma * sqrt(dt), sum = 0;
    for (int w = 0; w < walks; w++) {
        double x = 0;
        for (int s = 0; s < steps; s++) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            double u = ((double)(seed >> 11) + 0.5) * (1.0 / 9007199254740992.0);
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            double v = (double)(seed >> 11) * (1.0 / 9007199254740992.0);
            x += drift + spread * sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
        }
        double gain = 100 * exp(x) - strike[i];
        sum += gain > 0 ? gain : 0;
    }
    price[i] = exp(-rate) * sum / walks;
}
