// early.cu: prices of options that may be exercised early, by explicit differences in time: an option a block, the grid of prices in shared
// memory twice, some places a thread.
struct Option {
    double spot, strike, rate, sigma, maturity;
};

extern "C" __global__ void early(const Option *options, double *prices, int places, int steps)
{
    extern __shared__ double grid[];
    double *now = grid, *next = grid + places;
    Option o = options[blockIdx.x];
    double top = 3 * o.strike, ds = top / (places - 1), dt = o.maturity / steps;
    for (int i = threadIdx.x; i < places; i += blockDim.x)
        now[i] = fmax(o.strike - i * ds, 0.0);
    __syncthreads();
    for (int t = 0; t < steps; t++) {
        for (int i = threadIdx.x; i < places; i += blockDim.x) {
            double v;
            if (i == 0)
                v = o.strike;
            else if (i == places - 1)
                v = 0;
            else {
                double s2 = 0.5 * o.sigma * o.sigma * i * i, r = 0.5 * o.rate * i;
                v = now[i] + dt * ((s2 - r) * now[i - 1] - (2 * s2 + o.rate) * now[i] + (s2 + r) * now[i + 1]);
                v = fmax(v, o.strike - i * ds);
            }
            next[i] = v;
        }
        __syncthreads();
        double *swap = now;
        now = next;
        next = swap;
    }
    if (threadIdx.x == 0) {
        int at = (int)(o.spot / ds);
        double part = o.spot / ds - at;
        prices[blockIdx.x] = now[at] * (1 - part) + now[at + 1] * part;
    }
}
