// Rounds in which all threads weigh what one of them has handed on, under several conditions, and the next of them hands on its own.
struct Anchor {
    int x, y, w, tag;
};
extern "C" __global__ void handed(const Anchor *all, const int *starts, int *scores, int *parents, int far, int wide)
{
    __shared__ Anchor current[2];
    __shared__ int best[2];
    const int t = threadIdx.x, first = starts[blockIdx.x], n = starts[blockIdx.x + 1] - first;
    const Anchor *a = all + first;
    int mine = t, score = 0, parent = -1;
    Anchor my = { 0, 0, 0, 0 };
    if (mine < n) {
        my = a[mine];
        score = my.w;
    }
    for (int i = 0; i < n; i++) {
        if (mine == i) {
            current[i & 1] = my;
            best[i & 1] = score;
            scores[first + i] = score;
            parents[first + i] = parent;
            mine += blockDim.x;
            parent = -1;
            if (mine < n) {
                my = a[mine];
                score = my.w;
            }
        }
        __syncthreads();
        if (mine < n) {
            const Anchor c = current[i & 1];
            const int dx = my.x - c.x, dy = my.y - c.y, dd = dx > dy ? dx - dy : dy - dx;
            int s = -100000;
            if (dx > 0 && dx <= far && dy > 0 && dy <= far)
                if (dd <= wide && c.tag == my.tag)
                    s = min(min(dx, dy), my.w) - (int)(dd * 0.25f) - (dd ? (31 - __clz(dd)) >> 1 : 0);
            s += best[i & 1];
            if (s >= score) {
                score = s;
                parent = i;
            }
        }
    }
}
