// gridding.cu: Q of a magnetic resonance image at each voxel: a sum over samples in k-space, which a block reads in pieces.
// nvcc: -use_fast_math
#define PIECE 64

struct Sample { float x, y, z, magnitude; };

extern "C" __global__ void gridding(int samples, const Sample *k, const float *x, const float *y, const float *z, float *real,
                                    float *imaginary)
{
    __shared__ Sample piece[PIECE];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float px = x[i], py = y[i], pz = z[i];
    float re = real[i], im = imaginary[i];
    for (int first = 0; first < samples; first += PIECE) {
        __syncthreads();
        if (threadIdx.x < PIECE)
            piece[threadIdx.x] = k[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < PIECE; j++) {
            float a = 6.2831853071795864769252867665590058f * (piece[j].x * px + piece[j].y * py + piece[j].z * pz);
            re += piece[j].magnitude * cosf(a);
            im += piece[j].magnitude * sinf(a);
        }
    }
    real[i] = re;
    imaginary[i] = im;
}
