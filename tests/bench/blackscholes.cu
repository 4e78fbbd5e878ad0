// blackscholes.cu: prices of European call and put options, a thread per option.

// The cumulative normal distribution by formula 26.2.17 of Abramowitz and Stegun, absolute error below 7.5e-8.
__device__ float normal(float d)
{
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly = t * (0.319381530f +
                 t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = 0.39894228040f * expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(int n, const float *__restrict__ price, const float *__restrict__ strike,
                                         const float *__restrict__ years, float rate, float volatility,
                                         float *__restrict__ call, float *__restrict__ put)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = price[i], x = strike[i], t = years[i];
        float spread = volatility * sqrtf(t);
        float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
        float d2 = d1 - spread;
        float worth = x * expf(-rate * t);
        float n1 = normal(d1), n2 = normal(d2);
        call[i] = s * n1 - worth * n2;
        put[i] = worth * (1.0f - n2) - s * (1.0f - n1);
    }
}
