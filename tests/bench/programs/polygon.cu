// polygon.cu: which points lie in a polygon, four points a thread.
#define EACH 4
extern "C" __global__ void inside(int *in, const float2 *points, const float2 *__restrict__ corners, int n, int count)
{
    int i = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    if (i >= n)
        return;
    int c[EACH];
    float2 p[EACH];
    for (int t = 0; t < EACH; t++) {
        c[t] = 0;
        p[t] = make_float2(0, 0);
        if (i + (int)blockDim.x * t < n)
            p[t] = points[i + blockDim.x * t];
    }
    for (int j = 0, k = count - 1; j < count; k = j++) {
        float slope = (corners[k].x - corners[j].x) / (corners[k].y - corners[j].y);
        for (int t = 0; t < EACH; t++)
            if ((corners[j].y > p[t].y) != (corners[k].y > p[t].y) && p[t].x < slope * (p[t].y - corners[j].y) + corners[j].x)
                c[t] = !c[t];
    }
    for (int t = 0; t < EACH; t++)
        if (i + (int)blockDim.x * t < n)
            in[i + blockDim.x * t] = c[t];
}
