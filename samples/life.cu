// life.cu: Conway's Game of Life: each step reads one surface and writes another.

// Nothing lives outside of the surface: there, .zero reads are 0.
__device__ unsigned cell(cudaSurfaceObject_t s, int x, int y)
{
    unsigned char v;
    surf2Dread(&v, s, x, y, cudaBoundaryModeZero);
    return v ? 1 : 0;
}

// A cell is 0 or its age, up to 255.
extern "C" __global__ void life_step(cudaSurfaceObject_t from, cudaSurfaceObject_t to, unsigned width, unsigned height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < (int)height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < (int)width; x += gridDim.x * blockDim.x) {
            unsigned around = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    around += dx || dy ? cell(from, x + dx, y + dy) : 0;
            unsigned char age;
            surf2Dread(&age, from, x, y);
            bool lives = around == 3 || (around == 2 && age);
            surf2Dwrite((unsigned char)(lives ? age + (age < 255) : 0), to, x, y);
        }
}

// Colours by age, into a surface of 8-bit RGBA, which is read back to count what shines.
extern "C" __global__ void life_paint(cudaSurfaceObject_t cells, cudaSurfaceObject_t picture, unsigned width,
                                      unsigned height, unsigned *bright)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < (int)height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < (int)width; x += gridDim.x * blockDim.x) {
            unsigned char age;
            surf2Dread(&age, cells, x, y);
            int k = age < 16 ? 16 * age : 255;
            uchar4 c = age ? make_uchar4(255 - k / 4, 255 - k * 3 / 4, 60 + k / 3, 255) : make_uchar4(12, 14, 28, 255);
            surf2Dwrite(c, picture, 4 * x, y);
            uchar4 back = surf2Dread<uchar4>(picture, 4 * x, y);
            if (back.x + back.y + back.z > 384)
                atomicAdd(bright, 1u);
        }
}
