// layer.cu: a layer of a neural network: products of inputs and weights, summed in shared memory by blocks of 16 x 16, then
// the weights' change.
#define SIDE 16

extern "C" __global__ void forward(const float *input, const float *weight, float *partial, int hidden)
{
    __shared__ float in[SIDE];
    __shared__ float w[SIDE][SIDE];
    int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = (hidden + 1) * SIDE * by + (hidden + 1) * ty + tx + 1 + (hidden + 1);
    if (tx == 0)
        in[ty] = input[SIDE * by + ty + 1];
    __syncthreads();
    w[ty][tx] = weight[index];
    __syncthreads();
    w[ty][tx] = w[ty][tx] * in[ty];
    __syncthreads();
    for (int step = 2; step <= SIDE; step *= 2) {
        if (ty % step == 0)
            w[ty][tx] += w[ty + step / 2][tx];
        __syncthreads();
    }
    if (ty == 0)
        partial[by * hidden + tx] = w[0][tx];
}

extern "C" __global__ void adjust(const float *delta, const float *input, float *weight, float *old, int hidden, float rate,
                                  float momentum)
{
    int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = (hidden + 1) * SIDE * by + (hidden + 1) * ty + tx + 1 + (hidden + 1);
    float change = rate * delta[tx + 1] * input[SIDE * by + ty + 1] + momentum * old[index];
    weight[index] += change;
    old[index] = change;
}
