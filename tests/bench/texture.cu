/* texture.cu: an image turned about its middle, read through a texture with bilinear filter. */
extern "C" __global__ void turn(cudaTextureObject_t image, float *out, int width, int height, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float u = x - 0.5f * width, v = y - 0.5f * height;
    out[y * width + x] = tex2D<float>(image, c * u - s * v + 0.5f * width, s * u + c * v + 0.5f * height);
}
