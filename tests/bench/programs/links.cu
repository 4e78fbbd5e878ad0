// links.cu: products of complex 3 x 3 matrices with vectors, four a site, an element a thread's own row.
struct complex { float re, im; };
struct matrix { complex e[3][3]; };
extern "C" __global__ void links(const matrix *a, const matrix *b, matrix *c, int sites)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, site = id / 36;
    if (site >= sites)
        return;
    int j = id % 36 / 9, k = id % 9 / 3, l = id % 3;
    complex cc = {0, 0};
    for (int m = 0; m < 3; m++) {
        complex x = a[site * 4 + j].e[k][m], y = b[j].e[m][l];
        cc.re += x.re * y.re - x.im * y.im;
        cc.im += x.re * y.im + x.im * y.re;
    }
    c[site * 4 + j].e[k][l] = cc;
}
