// boxtree.cu: rays through a tree of boxes, with a stack of each thread.
struct node { float low[3]; int left; float high[3]; int count; };
extern "C" __global__ void boxtree(const node *nodes, const float4 *balls, const float *rays, float *hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float o[3], d[3], inverse[3];
    for (int k = 0; k < 3; k++) {
        o[k] = rays[6 * i + k];
        d[k] = rays[6 * i + 3 + k];
        inverse[k] = 1 / d[k];
    }
    float best = 1e30f;
    int stack[32], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const node *x = &nodes[stack[--top]];
        float t0 = 0, t1 = best;
        for (int k = 0; k < 3; k++) {
            float a = (x->low[k] - o[k]) * inverse[k], b = (x->high[k] - o[k]) * inverse[k];
            t0 = fmaxf(t0, fminf(a, b));
            t1 = fminf(t1, fmaxf(a, b));
        }
        if (t0 > t1)
            continue;
        if (x->count == 0) {
            stack[top++] = x->left;
            stack[top++] = x->left + 1;
        } else
            for (int k = 0; k < x->count; k++) {
                float4 s = balls[x->left + k];
                float cx = s.x - o[0], cy = s.y - o[1], cz = s.z - o[2];
                float along = cx * d[0] + cy * d[1] + cz * d[2], off = cx * cx + cy * cy + cz * cz - along * along;
                if (off < s.w * s.w) {
                    float t = along - sqrtf(s.w * s.w - off);
                    if (t > 0 && t < best)
                        best = t;
                }
            }
    }
    hit[i] = best;
}
