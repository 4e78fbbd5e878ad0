// ising.cu: half a sweep over spins on a torus: those of one colour turn by chance, as their neighbours of the other one say; places
// are numbers of 64 bits.
extern "C" __global__ void ising(signed char *mine, const signed char *other, const float *chance, float beta, int rows, int cols, int black)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int i = at / cols, j = at % cols;
    if (i >= rows || j >= cols)
        return;
    int up = i + 1 < rows ? i + 1 : 0, down = i - 1 >= 0 ? i - 1 : rows - 1;
    int right = j + 1 < cols ? j + 1 : 0, left = j - 1 >= 0 ? j - 1 : cols - 1;
    int beside = black ? (i % 2 ? right : left) : (i % 2 ? left : right);
    int sum = other[up * cols + j] + other[i * cols + j] + other[down * cols + j] + other[i * cols + beside];
    signed char spin = mine[i * cols + j];
    if (chance[i * cols + j] < __expf(-2.0f * beta * sum * spin))
        mine[i * cols + j] = -spin;
}
