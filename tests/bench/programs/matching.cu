// matching.cu: sums of absolute differences of blocks of 4 x 4 with a picture at all places around.

extern "C" __global__ void matching(const unsigned char *now, const unsigned char *before, unsigned short *out, int w,
                                    int h, int range)
{
    int bx = blockIdx.x, by = blockIdx.y, side = 2 * range + 1;
    for (int place = threadIdx.x; place < side * side; place += blockDim.x) {
        int dx = place % side - range, dy = place / side - range;
        unsigned sum = 0;
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++) {
                int px = min(max(bx * 4 + x + dx, 0), w - 1), py = min(max(by * 4 + y + dy, 0), h - 1);
                sum += abs(now[(by * 4 + y) * w + bx * 4 + x] - before[py * w + px]);
            }
        out[(by * (w / 4) + bx) * side * side + place] = sum;
    }
}
