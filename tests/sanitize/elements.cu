// Records and vectors of which something is not written, and read at once with what is.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_80 -o elements.ptx elements.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define I (64 * blockIdx.x + threadIdx.x)

// Of an object two of whose members are read together, one is not made.
struct Box {
    float width, height;
    __device__ Box(float w) : width(w) {}
    __device__ Box(float w, float h) : width(w), height(h) {}
};
K members(int *x, int *y, int n)
{
    __shared__ Box *all[64];
    all[threadIdx.x] = new Box(I);
    __syncthreads();
    const Box *b = all[threadIdx.x ^ 1];
    y[I] = (int)(b->width * b->height); // FAULT init
}
K members_ok(int *x, int *y, int n)
{
    __shared__ Box *all[64];
    all[threadIdx.x] = new Box(I, 2);
    __syncthreads();
    const Box *b = all[threadIdx.x ^ 1];
    y[I] = (int)(b->width * b->height);
}

// Of four floats the last one.
K fourth(int *x, int *y, int n)
{
    __shared__ float4 s[64];
    s[threadIdx.x].x = s[threadIdx.x].y = s[threadIdx.x].z = 1;
    const float4 v = s[threadIdx.x]; // FAULT init
    y[I] = (int)(v.x + v.y + v.z * v.w);
}
K fourth_ok(int *x, int *y, int n)
{
    __shared__ float4 s[64];
    s[threadIdx.x].x = s[threadIdx.x].y = s[threadIdx.x].z = 1;
    const float4 v = s[threadIdx.x];
    y[I] = (int)(v.x + v.y + v.z);
}

// Two doubles.
K doubles(int *x, int *y, int n)
{
    double *p = (double *)malloc(16);
    p[0] = x[I];
    const double2 v = *(double2 *)p; // FAULT init
    y[I] = (int)(v.x / v.y);
    free(p);
}
K doubles_ok(int *x, int *y, int n)
{
    double *p = (double *)malloc(16);
    p[0] = p[1] = x[I];
    const double2 v = *(double2 *)p;
    y[I] = (int)(v.x / v.y);
    free(p);
}


// A record with padding is copied as it is.
struct __align__(16) Record { int id; short kind; float weight; int more; };
K copied_ok(int *x, int *y, int n)
{
    Record *p = (Record *)malloc(sizeof *p), *q = (Record *)malloc(sizeof *q);
    p->id = x[I];
    p->kind = 3;
    p->weight = 1;
    *q = *p;
    y[I] = q->id;
    free(p);
    free(q);
}
// And passed.
__device__ __noinline__ int id_of(Record r) { return r.id; }
K passed_ok(int *x, int *y, int n)
{
    __shared__ Record s[64];
    s[threadIdx.x].id = x[I];
    s[threadIdx.x].weight = 2;
    y[I] = id_of(s[threadIdx.x]);
}
// A copy is as little written as what it is of.
K copy_used(int *x, int *y, int n)
{
    Record *p = (Record *)malloc(sizeof *p), *q = (Record *)malloc(sizeof *q);
    p->id = x[I];
    p->kind = 3;
    p->weight = 1;
    *q = *p;
    __syncthreads();
    y[I] = q->id + q->more; // FAULT init
}
