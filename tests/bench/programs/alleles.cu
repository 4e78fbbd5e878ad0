// alleles.cu: which places of a genome go with an illness: each thread counts a place's three kinds among the ill and the healthy, a byte a
// person, and tests whether they differ (chi squared).
extern "C" __global__ void alleles(int persons, int places, int ill, const unsigned char *data, float *results)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= places)
        return;
    int counts[2][3] = { { 0 } };
    for (int p = 0; p < persons; p++) {
        const unsigned char kind = data[(size_t)p * places + i];
        const int group = p < ill;
        if (kind == '0')
            counts[group][0]++;
        else if (kind == '1')
            counts[group][1]++;
        else if (kind == '2')
            counts[group][2]++;
    }
    float sum = 0.0f;
    for (int g = 0; g < 2; g++) {
        const int all = counts[g][0] + counts[g][1] + counts[g][2];
        for (int k = 0; k < 3; k++) {
            const float expected = (float)(counts[0][k] + counts[1][k]) * all / persons;
            if (expected > 0.0f)
                sum += (counts[g][k] - expected) * (counts[g][k] - expected) / expected;
        }
    }
    results[i] = sum;
}
