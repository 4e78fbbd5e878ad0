// lu.cu: a matrix as a product of two triangles, in blocks of 16: the diagonal block, those beside and below it, the rest.
#define B 16

extern "C" __global__ void diagonal(float *m, int dim, int offset)
{
    __shared__ float shadow[B][B];
    int at = offset * dim + offset;
    for (int i = 0; i < B; i++) {
        shadow[i][threadIdx.x] = m[at + threadIdx.x];
        at += dim;
    }
    __syncthreads();
    for (int i = 0; i < B - 1; i++) {
        if (threadIdx.x > i) {
            for (int j = 0; j < i; j++)
                shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
            shadow[threadIdx.x][i] /= shadow[i][i];
        }
        __syncthreads();
        if (threadIdx.x > i)
            for (int j = 0; j < i + 1; j++)
                shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
        __syncthreads();
    }
    at = (offset + 1) * dim + offset;
    for (int i = 1; i < B; i++) {
        m[at + threadIdx.x] = shadow[i][threadIdx.x];
        at += dim;
    }
}

extern "C" __global__ void perimeter(float *m, int dim, int offset)
{
    __shared__ float dia[B][B], row[B][B], col[B][B];
    int i, idx, at;
    if (threadIdx.x < B) {
        idx = threadIdx.x;
        at = offset * dim + offset;
        for (i = 0; i < B / 2; i++) {
            dia[i][idx] = m[at + idx];
            at += dim;
        }
        at = offset * dim + offset;
        for (i = 0; i < B; i++) {
            row[i][idx] = m[at + (blockIdx.x + 1) * B + idx];
            at += dim;
        }
    } else {
        idx = threadIdx.x - B;
        at = (offset + B / 2) * dim + offset;
        for (i = B / 2; i < B; i++) {
            dia[i][idx] = m[at + idx];
            at += dim;
        }
        at = (offset + (blockIdx.x + 1) * B) * dim + offset;
        for (i = 0; i < B; i++) {
            col[i][idx] = m[at + idx];
            at += dim;
        }
    }
    __syncthreads();
    if (threadIdx.x < B) {
        idx = threadIdx.x;
        for (i = 1; i < B; i++)
            for (int j = 0; j < i; j++)
                row[i][idx] -= dia[i][j] * row[j][idx];
    } else {
        idx = threadIdx.x - B;
        for (i = 0; i < B; i++) {
            for (int j = 0; j < i; j++)
                col[idx][i] -= col[idx][j] * dia[j][i];
            col[idx][i] /= dia[i][i];
        }
    }
    __syncthreads();
    if (threadIdx.x < B) {
        idx = threadIdx.x;
        at = (offset + 1) * dim + offset;
        for (i = 1; i < B; i++) {
            m[at + (blockIdx.x + 1) * B + idx] = row[i][idx];
            at += dim;
        }
    } else {
        idx = threadIdx.x - B;
        at = (offset + (blockIdx.x + 1) * B) * dim + offset;
        for (i = 0; i < B; i++) {
            m[at + idx] = col[i][idx];
            at += dim;
        }
    }
}

extern "C" __global__ void internal(float *m, int dim, int offset)
{
    __shared__ float row[B][B], col[B][B];
    int r = offset + (blockIdx.y + 1) * B, c = offset + (blockIdx.x + 1) * B;
    row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + c + threadIdx.x];
    col[threadIdx.y][threadIdx.x] = m[(r + threadIdx.y) * dim + offset + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < B; i++)
        sum += col[threadIdx.y][i] * row[i][threadIdx.x];
    m[(r + threadIdx.y) * dim + c + threadIdx.x] -= sum;
}
