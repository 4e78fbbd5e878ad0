// anchors.cu: places where a read matches a genome are put into chains: a read a block, of whose 64 threads each keeps one of the next anchors.
struct Anchor {
    int x, y, w, tag;
};
__device__ static int link(const Anchor a, const Anchor b, int max_dist, int bw)
{
    const int dx = b.x - a.x, dy = b.y - a.y;
    if (dx <= 0 || dx > max_dist || dy <= 0 || dy > max_dist)
        return -1000000;
    const int dd = dx > dy ? dx - dy : dy - dx;
    if (dd > bw || a.tag != b.tag)
        return -1000000;
    const int least = dx < dy ? dx : dy;
    int score = least > b.w ? b.w : least;
    const int log_dd = dd ? 31 - __clz(dd) : 0;
    score -= (int)(dd * 0.01f * b.w) + (log_dd >> 1);
    return score;
}
extern "C" __global__ void anchors(const Anchor *all, const int *starts, int *scores, int *parents, int max_dist, int bw)
{
    __shared__ Anchor current[2];
    __shared__ int best[2];
    const int read = blockIdx.x;
    const int t = threadIdx.x;
    const Anchor *a = all + starts[read];
    const int n = starts[read + 1] - starts[read];
    int *f = scores + starts[read];
    int *p = parents + starts[read];
    int mine = t;
    Anchor my = { 0, 0, 0, 0 };
    int my_score = 0, my_parent = -1;
    if (mine < n) {
        my = a[mine];
        my_score = my.w;
    }
    for (int i = 0; i < n; i++) {
        if (mine == i) {
            current[i & 1] = my;
            best[i & 1] = my_score;
            f[i] = my_score;
            p[i] = my_parent;
            mine += 64;
            my_parent = -1;
            if (mine < n) {
                my = a[mine];
                my_score = my.w;
            }
        }
        __syncthreads();
        if (mine < n) {
            const int s = best[i & 1] + link(current[i & 1], my, max_dist, bw);
            if (s >= my_score) {
                my_score = s;
                my_parent = i;
            }
        }
    }
}
