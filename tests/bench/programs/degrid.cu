// degrid.cu: visibilities of a radio telescope from its grid: a place's neighbours by a kernel that its fraction chooses; a row of 32
// threads to each, partial sums by shuffles.
#define GCF_DIM 16
#define GCF_GRID 8

extern "C" __global__ void degrid_kernel(float2 *out, const float2 *in, const float2 *img, const float2 *gcf, int npts, int img_dim)
{
    for (int n = 32 * blockIdx.x; n < npts; n += 32 * gridDim.x) {
        for (int q = threadIdx.y; q < 32; q += blockDim.y) {
            if (n + q >= npts)
                continue;
            float2 inn = in[n + q];
            const int sub_x = floorf(GCF_GRID * (inn.x - floorf(inn.x)));
            const int sub_y = floorf(GCF_GRID * (inn.y - floorf(inn.y)));
            const int main_x = floorf(inn.x), main_y = floorf(inn.y);
            float sum_r = 0, sum_i = 0;
            for (int a = threadIdx.x - GCF_DIM / 2; a < GCF_DIM / 2; a += blockDim.x)
                for (int b = -GCF_DIM / 2; b < GCF_DIM / 2; b++) {
                    float r1 = img[main_x + a + img_dim * (main_y + b)].x;
                    float i1 = img[main_x + a + img_dim * (main_y + b)].y;
                    if (main_x + a < 0 || main_y + b < 0 || main_x + a >= img_dim || main_y + b >= img_dim)
                        r1 = i1 = 0;
                    const int g = GCF_DIM * GCF_DIM * (GCF_GRID * sub_y + sub_x) + GCF_DIM * b + a + GCF_DIM * GCF_DIM / 2 + GCF_DIM / 2;
                    const float r2 = gcf[g].x, i2 = gcf[g].y;
                    sum_r += r1 * r2 - i1 * i2;
                    sum_i += r1 * i2 + r2 * i1;
                }
            for (int s = blockDim.x < 16 ? blockDim.x : 16; s > 0; s /= 2) {
                sum_r += __shfl_down_sync(0xffffffff, sum_r, s);
                sum_i += __shfl_down_sync(0xffffffff, sum_i, s);
            }
            if (threadIdx.x == 0)
                out[n + q] = make_float2(sum_r, sum_i);
        }
    }
}
