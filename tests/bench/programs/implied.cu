// implied.cu: which volatility makes an option cost what it does: Newton's steps, or halves of an interval where these lead out of it.
struct Quote { double price, spot, strike, rate, years; int call; };

__device__ double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

__device__ double value(const Quote &q, double sigma, double *vega)
{
    const double root = sqrt(q.years), d1 = (log(q.spot / q.strike) + (q.rate + 0.5 * sigma * sigma) * q.years) / (sigma * root), d2 = d1 - sigma * root;
    const double discount = q.strike * exp(-q.rate * q.years);
    *vega = q.spot * root * 0.39894228040143267794 * exp(-0.5 * d1 * d1);
    return q.call ? q.spot * normal(d1) - discount * normal(d2) : discount * normal(-d2) - q.spot * normal(-d1);
}

extern "C" __global__ void implied(const Quote *quotes, double *sigmas, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const Quote q = quotes[i];
    double low = 0.01, high = 3.0, sigma = 0.3;
    for (int step = 0; step < 40; step++) {
        double vega;
        const double error = value(q, sigma, &vega) - q.price;
        if (fabs(error) < 1e-9 * q.spot)
            break;
        if (error > 0)
            high = sigma;
        else
            low = sigma;
        const double next = sigma - error / vega;
        sigma = vega > 1e-12 && next > low && next < high ? next : 0.5 * (low + high);
    }
    sigmas[i] = sigma;
}
