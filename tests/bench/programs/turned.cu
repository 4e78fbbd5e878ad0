// turned.cu: features of points turned into columns, then the nearest of some centres for each point.

extern "C" __global__ void turn(const float *in, float *out, int points, int features)
{
    int p = threadIdx.x + blockDim.x * blockIdx.x;
    if (p < points)
        for (int i = 0; i < features; i++)
            out[points * i + p] = in[p * features + i];
}

extern "C" __global__ void nearest(const float *features, const float *centres, int *member, int *changed, int points,
                                   int nf, int nc)
{
    unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
    int index = -1;
    if (p < points) {
        float least = 3.4e38f;
        for (int c = 0; c < nc; c++) {
            int base = c * nf;
            float d = 0;
            for (int j = 0; j < nf; j++) {
                int at = p + j * points;
                float diff = features[at] - centres[base + j];
                d += diff * diff;
            }
            if (d < least) {
                least = d;
                index = c;
            }
        }
        if (member[p] != index)
            atomicAdd(changed, 1);
        member[p] = index;
    }
}
