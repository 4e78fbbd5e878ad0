// nested_powers.cu: double's pow under conditions that differ between threads: long nests of ifs, what is loaded in them side by side, not side
// by side, at places that differ from thread to thread; conditions that hold behind the ifs in which they are set.
extern "C" __global__ void twice(const double *x, const double *y, double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] < 3 ? pow(1 - pow(fabs(x[i]) / 4, y[i]), x[i]) : -x[i];
}

// What is read stands side by side, but for the last only where the first is less than 0.
extern "C" __global__ void within(const double *x, const double *y, const long long *z, double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double r = 0;
    if (x[i] < 0.5) {
        r = pow(x[i], y[i]);
        if (r > 1 && x[i] < 0)
            r += z[i] > 0 ? z[i] : 0.25;
    }
    out[i] = r;
}

// The same of every second one, and of one that the thread's own number chooses.
extern "C" __global__ void apart(const double *x, const double *y, const int *at, double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double r = 0;
    if (x[i] < 0.5)
        r = pow(x[i], y[2 * i]);
    else if (x[i] < 3)
        r = pow(x[i], y[at[i]]);
    out[i] = r;
}

// Conditions that some lanes set in ifs and all ask for behind them, alone and with others.
extern "C" __global__ void conditions(const double *x, const double *y, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double a = x[i], b = y[i];
    bool odd = false, large = a > 2;
    double r = b;
    if (a > -1) {
        r = a * b;
        if (b < 1) {
            odd = r > 0.5;
            if (a * a < 2) {
                large = b < a;
                r += sqrt(fabs(b));
            }
        } else {
            large = odd;
            if (r < 7)
                odd = a < b;
        }
    } else if (b > 0) {
        odd = a < -3;
        if (a < -2)
            large = !odd;
    }
    unsigned bits = odd | large << 1 | (odd != large) << 2 | (odd == (a > 0)) << 3 | (odd && b > 0) << 4 | (large || a < 0) << 5;
    if (odd ^ (b < 0.5))
        bits += r > 1 ? 64 : 128;
    out[i] = bits + (__popc(__ballot_sync(__activemask(), odd)) & 0) + (large ? 256 : 0);
}
