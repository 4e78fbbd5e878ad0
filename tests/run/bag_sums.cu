// A piece's column is a remainder of 64 bits, which one of two divisions makes: what follows has two versions all the same.
extern "C" __global__ void bag_sums(const int *index, const int *offset, const float *weight, float *out, long long width, long long bags)
{
    const long long parts = (width + blockDim.x - 1) / blockDim.x;
    for (long long piece = blockIdx.x; piece < parts * bags; piece += gridDim.x) {
        const long long column = (piece % parts) * blockDim.x + threadIdx.x;
        if (column < width) {
            const long long bag = piece / parts;
            float sum = 0;
            for (int i = offset[bag]; i < offset[bag + 1]; i++)
                sum += weight[index[i] * width + column];
            out[bag * width + column] = sum;
        }
    }
}
