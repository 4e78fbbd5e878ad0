// clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -O3 -S
// Loops that clang unrolls: by four with what is left over in front, counted down; inside of another one by eight with it behind, counted up
// to all but the last bits of how many there are.
#define THREAD (int)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
extern "C" __attribute__((global)) void rows(const float *value, const int *column, const int *from, const float *x, float *y, int n)
{
    int row = THREAD;
    if (row >= n)
        return;
    float s = 0;
    for (int j = from[row]; j < from[row + 1]; j++)
        s += value[j] * x[column[j]];
    y[row] = s;
}

extern "C" __attribute__((global)) void differences(const double *a, const int *length, const int *column, double *out, int n, int times)
{
    int i = THREAD;
    if (i >= n)
        return;
    double s = 0;
    for (int k = 0; k < times; k++) {
        double p = k;
        for (int j = 0; j < length[i]; j++)
            p = a[column[j] * n + i] - p;
        s += p;
    }
    out[i] = s;
}
