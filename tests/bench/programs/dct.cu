// dct.cu: cosine transforms of 8 x 8 blocks, a thread a block, with an array of its own.
extern "C" __global__ void dct(const float *in, float *out, int width, int blocks_x, int blocks)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= blocks)
        return;
    float v[8][8];
    const float *p = in + (b / blocks_x) * 8 * width + (b % blocks_x) * 8;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            v[y][x] = p[y * width + x];
    for (int y = 0; y < 8; y++) {
        float s07 = v[y][0] + v[y][7], s16 = v[y][1] + v[y][6], s25 = v[y][2] + v[y][5], s34 = v[y][3] + v[y][4];
        float d07 = v[y][0] - v[y][7], d16 = v[y][1] - v[y][6], d25 = v[y][2] - v[y][5], d34 = v[y][3] - v[y][4];
        v[y][0] = 0.35355339f * (s07 + s16 + s25 + s34);
        v[y][4] = 0.35355339f * (s07 - s16 - s25 + s34);
        v[y][2] = 0.46193977f * (s07 - s34) + 0.19134172f * (s16 - s25);
        v[y][6] = 0.19134172f * (s07 - s34) - 0.46193977f * (s16 - s25);
        v[y][1] = 0.49039264f * d07 + 0.41573481f * d16 + 0.27778512f * d25 + 0.09754516f * d34;
        v[y][3] = 0.41573481f * d07 - 0.09754516f * d16 - 0.49039264f * d25 - 0.27778512f * d34;
        v[y][5] = 0.27778512f * d07 - 0.49039264f * d16 + 0.09754516f * d25 + 0.41573481f * d34;
        v[y][7] = 0.09754516f * d07 - 0.27778512f * d16 + 0.41573481f * d25 - 0.49039264f * d34;
    }
    for (int x = 0; x < 8; x++) {
        float s07 = v[0][x] + v[7][x], s16 = v[1][x] + v[6][x], s25 = v[2][x] + v[5][x], s34 = v[3][x] + v[4][x];
        float d07 = v[0][x] - v[7][x], d16 = v[1][x] - v[6][x], d25 = v[2][x] - v[5][x], d34 = v[3][x] - v[4][x];
        v[0][x] = 0.35355339f * (s07 + s16 + s25 + s34);
        v[4][x] = 0.35355339f * (s07 - s16 - s25 + s34);
        v[2][x] = 0.46193977f * (s07 - s34) + 0.19134172f * (s16 - s25);
        v[6][x] = 0.19134172f * (s07 - s34) - 0.46193977f * (s16 - s25);
        v[1][x] = 0.49039264f * d07 + 0.41573481f * d16 + 0.27778512f * d25 + 0.09754516f * d34;
        v[3][x] = 0.41573481f * d07 - 0.09754516f * d16 - 0.49039264f * d25 - 0.27778512f * d34;
        v[5][x] = 0.27778512f * d07 - 0.49039264f * d16 + 0.09754516f * d25 + 0.41573481f * d34;
        v[7][x] = 0.09754516f * d07 - 0.27778512f * d16 + 0.41573481f * d25 - 0.49039264f * d34;
    }
    float *q = out + (b / blocks_x) * 8 * width + (b % blocks_x) * 8;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            q[y * width + x] = v[y][x];
}
