// bags.cu: means of rows of an embedding table by bags of indices of unequal size: a row of threads stands for a bag, of which
// threads take the columns in turn.
extern "C" __global__ void bags(const long long *__restrict__ index, const long long *__restrict__ offset,
                                const float *__restrict__ weight, float *__restrict__ out, long long width, long long count,
                                long long all)
{
    const long long parts = (width + blockDim.x - 1) / blockDim.x, pieces = parts * count;
    const long long step = gridDim.x * (long long)blockDim.y;
    for (long long piece = blockIdx.x * (long long)blockDim.y + threadIdx.y; piece < pieces; piece += step) {
        const long long column = (piece % parts) * blockDim.x + threadIdx.x;
        if (column < width) {
            const long long bag = piece / parts;
            const long long begin = offset[bag], end = bag < count - 1 ? offset[bag + 1] : all;
            float sum = 0;
            for (long long i = begin; i < end; i++)
                sum += weight[index[i] * width + column];
            out[bag * width + column] = end > begin ? sum / (float)(end - begin) : 0.0f;
        }
    }
}
