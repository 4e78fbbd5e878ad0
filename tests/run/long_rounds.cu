// long_rounds.cu: loops of many hundred instructions that lanes leave at different times, in double: a search for the argument of a sum of
// library functions by Newton's steps or halves of an interval, with ifs in ifs; steps along a path whose length hangs on how far it is wrong.
struct Case { double target, low, high; int kind; };

static __device__ double side(double x, int kind, double *slope)
{
    const double e = exp(-0.5 * x * x);
    *slope = 0.3989422804014327 * e + 0.1;
    if (kind & 1)
        return 0.5 * erfc(-0.7071067811865475 * x) + 0.1 * x;
    *slope += kind & 2 ? 1.0 / (x + 3.0) : 0.0;
    return 1.0 - 0.5 * erfc(0.7071067811865475 * x) + 0.1 * x + (kind & 2 ? log(x + 3.0) : 0.0);
}

extern "C" __global__ void roots(const Case *cases, double *out, int *rounds, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Case c = cases[i];
    double low = c.low, high = c.high, x = 0.5 * (low + high);
    int step = 0;
    for (; step < 60; step++) {
        double slope;
        const double error = side(x, c.kind, &slope) - c.target;
        if (fabs(error) < 1e-11)
            break;
        if (error > 0)
            high = x;
        else
            low = x;
        const double next = x - error / slope;
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    out[i] = x;
    rounds[i] = step;
}

template <int most> static __device__ double2 path(double2 p, double limit, int *used)
{
    double t = 0.0, h = 0.1;
    int k = 0;
    while (t < 1.0 && k < most) {
        const double2 a = make_double2(p.y, sin(p.x) * exp(-t)), m = make_double2(p.x + 0.5 * h * a.x, p.y + 0.5 * h * a.y);
        const double2 b = make_double2(m.y, sin(m.x) * exp(-t - 0.5 * h));
        const double wrong = h * (fabs(a.x - b.x) + fabs(a.y - b.y));
        if (wrong > limit && h > 1e-4) {
            h *= 0.5;
        } else {
            p.x += h * b.x;
            p.y += h * b.y;
            t += h;
            if (wrong < 0.2 * limit)
                h *= 2.0;
        }
        k++;
    }
    *used = k;
    return p;
}

extern "C" __global__ void paths(const double2 *from, double2 *to, int *used, double limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = path<300>(from[i], limit * (1 + i % 4), used + i);
}

// In each round a word of memory at a place of its own: each lane by itself.
extern "C" __global__ void tables(const double *table, double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = i * 0.37;
    for (int k = 0; k < 40 && x < 60.0; k++)
        x += exp(-table[(int)x % n]) + 0.1 * pow(table[(k + i) % n] + 1.0, 0.3) + erfc(x * 0.01);
    out[i] = x;
}
