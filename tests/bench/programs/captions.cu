// captions.cu: how likely labels are given what a network heard at each time (CTC): a block a sequence, a thread each of the label's
// places with blanks between; logarithms of sums from step to step in memory.
#define BLANK 0

extern "C" __global__ void __launch_bounds__(128)
captions(const float *logp, float *alpha, float *loss, const int *labels, const int *label_lengths, const int *times, int batch, int kinds,
         int longest, int most)
{
    const int b = blockIdx.x;
    const int length = label_lengths[b], time = times[b];
    const int *label = labels + b * most;
    float *row = alpha + (size_t)b * longest * (2 * most + 1);
    const int places = 2 * length + 1, stride = 2 * most + 1;
    for (int s = threadIdx.x; s < places; s += blockDim.x) {
        float v = -INFINITY;
        if (s == 0)
            v = logp[(size_t)b * kinds + BLANK];
        else if (s == 1)
            v = logp[(size_t)b * kinds + label[0]];
        row[s] = v;
    }
    for (int t = 1; t < time; t++) {
        __syncthreads();
        for (int s = threadIdx.x; s < places; s += blockDim.x) {
            const int now = s % 2 ? label[s / 2] : BLANK;
            const bool three = s % 2 && s > 1 && label[s / 2 - 1] != now;
            const float a = row[(t - 1) * stride + s];
            float most_ = a, a2 = -INFINITY, a3 = -INFINITY;
            if (s > 0) {
                a2 = row[(t - 1) * stride + s - 1];
                if (a2 > most_)
                    most_ = a2;
            }
            if (three) {
                a3 = row[(t - 1) * stride + s - 2];
                if (a3 > most_)
                    most_ = a3;
            }
            if (most_ == -INFINITY)
                most_ = 0;
            row[t * stride + s] =
                logf(expf(a - most_) + expf(a2 - most_) + expf(a3 - most_)) + most_ + logp[((size_t)t * batch + b) * kinds + now];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        const float l1 = row[(time - 1) * stride + 2 * length], l2 = row[(time - 1) * stride + 2 * length - 1];
        float m = l1 > l2 ? l1 : l2;
        m = m == -INFINITY ? 0 : m;
        loss[b] = -(logf(expf(l1 - m) + expf(l2 - m)) + m);
    }
}
