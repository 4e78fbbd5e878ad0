// reads.cu: how likely reads of up to 32 letters come from a longer sequence (pair HMM): a warp a pair, a lane a letter of the read, which
// goes along diagonals; what the lane before it had comes by shuffles.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Pair { int read, read_length, sequence, sequence_length; };

extern "C" __global__ void likelihoods(const Pair *__restrict__ pairs, const char *__restrict__ letters, const unsigned char *__restrict__ quality,
                                       const float *__restrict__ errors, float *__restrict__ result, float open, float extend, int count)
{
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int p = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (p >= count)
        return;
    const Pair pair = pairs[p];
    const int lane = tile.thread_rank();
    const bool mine = lane < pair.read_length;
    const char letter = mine ? letters[pair.read + lane] : 'N';
    const float wrong = mine ? errors[quality[pair.read + lane]] : 0.0f, right = 1.0f - wrong, stay = 1.0f - 2.0f * open, back = 1.0f - extend;
    const float begin = 1.0f / pair.sequence_length;
    float m = 0, x = 0, y = 0, m_before = 0, x_before = 0, y_before = 0, sum = 0;
    y_before = lane == 0 ? begin : 0.0f;
    for (int d = 0; d < pair.read_length + pair.sequence_length - 1; d++) {
        const int j = d - lane;
        float m_up = tile.shfl_up(m, 1), x_up = tile.shfl_up(x, 1), y_up = tile.shfl_up(y, 1);
        if (lane == 0) {
            m_up = 0.0f;
            x_up = 0.0f;
            y_up = begin;
        }
        if (j >= 0 && j < pair.sequence_length) {
            const char s = letters[pair.sequence + j];
            const float prior = s == letter || s == 'N' ? right : wrong * 0.33333333f;
            const float new_m = prior * (stay * m_before + back * (x_before + y_before));
            const float new_x = open * m_up + extend * x_up;
            y = open * m + extend * y;
            m = new_m;
            x = new_x;
            if (lane == pair.read_length - 1)
                sum += m + x;
        }
        m_before = m_up;
        x_before = x_up;
        y_before = y_up;
    }
    if (lane == pair.read_length - 1)
        result[p] = log10f(sum);
}
