// converts_single.cu: floats that become integers in loops that lanes go round by themselves: numbers beyond the range, none at all,
// halves; and floats again, of which 0 has no sign; along links, and while places are searched; beside them for all lanes at once.
extern "C" __global__ void links(const float *x, const int *next, int *whole, unsigned *up, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    unsigned a = 0, b = 0, back = 0;
    for (int at = t; at >= 0; at = next[at]) {
        const float v = x[at];
        a = a * 31 + __float2int_rz(v);
        a = a * 31 + __float2int_rn(v);
        b = b * 31 + __float2uint_rd(v);
        b = b * 31 + __float2uint_rz(v);
        b = b * 31 + __float2int_ru(v);
        back = back * 31 + __float_as_uint((float)__float2int_rz(v));
    }
    whole[t] = a;
    up[t] = b ^ back;
}

// Interpolation search among doubles: where to look next is a quotient made whole, which may be no number.
template <bool up> __device__ unsigned near(double q)
{
    return up ? __double2uint_ru(q) ^ (unsigned)__double2int_rn(q) : __double2uint_rz(q) ^ (unsigned)__double2int_rd(q);
}

extern "C" __global__ void places(const double *__restrict__ row, const double *__restrict__ keys, int *out, unsigned *marks, double scale, int count, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const double key = keys[i];
        int low = 0, high = count - 1, steps = 0;
        unsigned mark = 0;
        while (low < high && steps < 50) {
            const double q = (high - low) * ((key - row[low]) / (row[high] - row[low]));
            mark = mark * 17 + near<true>(q) + near<false>(q * 3);
            mark = mark * 5 + (unsigned)(__double_as_longlong((double)__double2int_rz(q) * scale) >> 63);
            const int at = low + min(max(__double2int_rz(q), 0), high - low - 1);
            if (row[at + 1] <= key)
                low = at + 1;
            else if (row[at] > key)
                high = at;
            else {
                low = at;
                break;
            }
            steps++;
        }
        out[i] = low;
        marks[i] = mark;
    }
}

extern "C" __global__ void rows(const float *x, int *whole, unsigned *up, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        whole[i] = __float2int_rz(x[i]);
        up[i] = __float2uint_rn(x[i]) + __float2int_rd(x[i]);
    }
}
