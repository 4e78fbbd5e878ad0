// nvcc: -use_fast_math
// diffusion.cu: two substances that react and diffuse on a torus (Gray and Scott), in one precision, compiled for speed.
extern "C" __global__ void diffuse(const float *u, const float *v, float *un, float *vn, int width, int height, float du,
                                   float dv, float feed, float kill)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    int i = y * width + x;
    float a = u[i], b = v[i];
    float lu = u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - 4 * a;
    float lv = v[i - 1] + v[i + 1] + v[i - width] + v[i + width] - 4 * b;
    float r = a * b * b;
    un[i] = a + du * lu - r + feed * (1 - a);
    vn[i] = b + dv * lv + r - (feed + kill) * b;
}
