// perplexity.cu: how wide the bell around each point must be so that its neighbours have a given entropy: each thread halves an interval
// for its row of distances, until it is near (as in t-SNE).
#include <cfloat>

extern "C" __global__ void sigmas_row(const float *__restrict__ distances, float *__restrict__ P, const float perplexity_target,
                                      const float eps, const int epochs, const int n, const int k)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float beta_min = -INFINITY, beta_max = INFINITY, beta = 1.0f;
    const float desired_entropy = logf(perplexity_target);
    const int ik = i * k;
    int step;
    for (step = 0; step < epochs; step++) {
        float sum_Pi = FLT_EPSILON;
        for (int j = 0; j < k; j++) {
            P[ik + j] = __expf(-distances[ik + j] * beta);
            sum_Pi += P[ik + j];
        }
        const float div = __fdividef(1.0f, sum_Pi);
        float sum_disti_Pi = 0.0f;
        for (int j = 0; j < k; j++) {
            P[ik + j] *= div;
            sum_disti_Pi += distances[ik + j] * P[ik + j];
        }
        const float entropy_diff = __logf(sum_Pi) + beta * sum_disti_Pi - desired_entropy;
        if (fabsf(entropy_diff) <= eps)
            break;
        if (entropy_diff > 0) {
            beta_min = beta;
            if (isinf(beta_max))
                beta *= 2.0f;
            else
                beta = (beta + beta_max) * 0.5f;
        } else {
            beta_max = beta;
            if (isinf(beta_min))
                beta *= 0.5f;
            else
                beta = (beta + beta_min) * 0.5f;
        }
    }
}
