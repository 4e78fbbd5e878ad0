// crossed.cu: how two markers of a genome go together with an illness: for each pair bits of all patients are and-ed and counted,
// nine numbers for the ill and the well, then a score.
extern "C" __global__ void crossed(const unsigned *ill, const unsigned *well, float *score, int markers, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= markers || j >= markers)
        return;
    unsigned table[2][9] = {0};
    if (j > i) {
        for (int w = 0; w < words; w++) {
            const unsigned a0 = ill[(w * 2) * markers + i], a1 = ill[(w * 2 + 1) * markers + i];
            const unsigned b0 = ill[(w * 2) * markers + j], b1 = ill[(w * 2 + 1) * markers + j];
            const unsigned a2 = ~(a0 | a1), b2 = ~(b0 | b1);
            table[0][0] += __popc(a0 & b0), table[0][1] += __popc(a0 & b1), table[0][2] += __popc(a0 & b2);
            table[0][3] += __popc(a1 & b0), table[0][4] += __popc(a1 & b1), table[0][5] += __popc(a1 & b2);
            table[0][6] += __popc(a2 & b0), table[0][7] += __popc(a2 & b1), table[0][8] += __popc(a2 & b2);
        }
        for (int w = 0; w < words; w++) {
            const unsigned a0 = well[(w * 2) * markers + i], a1 = well[(w * 2 + 1) * markers + i];
            const unsigned b0 = well[(w * 2) * markers + j], b1 = well[(w * 2 + 1) * markers + j];
            const unsigned a2 = ~(a0 | a1), b2 = ~(b0 | b1);
            table[1][0] += __popc(a0 & b0), table[1][1] += __popc(a0 & b1), table[1][2] += __popc(a0 & b2);
            table[1][3] += __popc(a1 & b0), table[1][4] += __popc(a1 & b1), table[1][5] += __popc(a1 & b2);
            table[1][6] += __popc(a2 & b0), table[1][7] += __popc(a2 & b1), table[1][8] += __popc(a2 & b2);
        }
        float sum = 0;
        for (int k = 0; k < 9; k++) {
            const float p = table[0][k] + 1, q = table[1][k] + 1;
            sum += p * logf(p / (p + q)) + q * logf(q / (p + q));
        }
        score[j * markers + i] = sum;
    } else
        score[j * markers + i] = 0;
}
