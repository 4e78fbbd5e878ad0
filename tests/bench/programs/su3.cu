// su3.cu: products of complex 3 x 3 matrices, a record of 18 floats a matrix, a thread an element of the result.
struct matrix { float2 e[3][3]; };
extern "C" __global__ void su3(const matrix *a, const matrix *b, matrix *c, int sites)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int site = id / 36;
    if (site >= sites)
        return;
    int j = (id % 36) / 9;
    int k = (id % 9) / 3;
    int l = id % 3;
    float2 sum = make_float2(0, 0);
    for (int m = 0; m < 3; m++) {
        float2 x = a[site * 4 + j].e[k][m], y = b[j].e[m][l];
        sum.x += x.x * y.x - x.y * y.y;
        sum.y += x.x * y.y + x.y * y.x;
    }
    c[site * 4 + j].e[k][l] = sum;
}
