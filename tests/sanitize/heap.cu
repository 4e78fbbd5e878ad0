// Memory of the device's heap used after its end or given back again, and null pointers where something was to be; and neighbours
// that do it well.  A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o heap.ptx heap.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define ADD(old, p) asm volatile("atom.add.s32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory")

typedef struct Node {
    struct Node *next;
    int value;
} Node;

__device__ __noinline__ Node *push(Node *list, int value)
{
    Node *p = (Node *)malloc(sizeof *p);
    p->next = list;
    p->value = value;
    return p;
}
__device__ __noinline__ int take(int *p)
{
    int v = *p;
    free(p);
    return v;
}
__device__ __noinline__ int look(int *p) { return *p; }
__device__ __noinline__ void give_back(Node *list)
{
    while (list) {
        Node *next = list->next;
        free(list);
        list = next;
    }
}

// ---- used after its end

K next_of_freed(int *x, int *y, int n)
{
    Node *list = 0;
    for (int i = 0; i < n / 32; i++)
        list = push(list, i);
    for (; list; list = list->next) // FAULT memory-freed
        free(list);
}
K next_of_freed_ok(int *x, int *y, int n)
{
    Node *list = 0, *next;
    for (int i = 0; i < n / 32; i++)
        list = push(list, i);
    for (; list; list = next) {
        next = list->next;
        free(list);
    }
}

K store_to_freed(int *x, int *y, int n)
{
    int *p = (int *)malloc(4 * n);
    p[T] = x[I];
    y[I] = p[T];
    free(p);
    p[n - 1] = 0; // FAULT memory-freed
}
K store_to_freed_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(4 * n);
    p[T] = x[I];
    y[I] = p[T];
    p[n - 1] = 0;
    free(p);
}

// A block's memory, which one thread gives back before or after all have read it.
K freed_by_another(int *x, int *y, int n)
{
    __shared__ int *s;
    if (T == 0)
        s = (int *)malloc(256);
    __syncthreads();
    s[T] = x[I];
    __syncthreads();
    if (T == 40)
        free(s);
    __syncthreads();
    y[I] = s[63 - T]; // FAULT memory-freed
}
K freed_by_another_ok(int *x, int *y, int n)
{
    __shared__ int *s;
    if (T == 0)
        s = (int *)malloc(256);
    __syncthreads();
    s[T] = x[I];
    __syncthreads();
    y[I] = s[63 - T];
    __syncthreads();
    if (T == 40)
        free(s);
}

// A larger one in its place, and a pointer into the old.
K outgrown(int *x, int *y, int n)
{
    int *p = (int *)malloc(16), *kept = p + (n & 3), *more = (int *)malloc(64), before;
    *kept = x[I];
    for (int i = 0; i < 4; i++)
        more[i] = i == (n & 3) ? p[i] : 0;
    free(p);
    ADD(before, kept); // FAULT memory-freed
    y[I] = more[n & 3];
    free(more);
}
K outgrown_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16), *kept = p + (n & 3), *more = (int *)malloc(64), before;
    *kept = x[I];
    for (int i = 0; i < 4; i++)
        more[i] = i == (n & 3) ? p[i] : 0;
    free(p);
    kept = more + (n & 3);
    ADD(before, kept);
    y[I] = more[n & 3];
    free(more);
}

// A function gives back what it was given.
K taken(int *x, int *y, int n)
{
    int *p = (int *)malloc(32);
    *(int4 *)p = make_int4(n, 1, 2, 3);
    y[I] = take(p);
    int a, b;
    asm volatile("ld.v2.u32 {%0, %1}, [%2+8];" : "=r"(a), "=r"(b) : "l"(p) : "memory"); // FAULT memory-freed
    y[I] += a + b;
}
K taken_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(32);
    *(int4 *)p = make_int4(n, 1, 2, 3);
    y[I] = look(p);
    int a, b;
    asm volatile("ld.v2.u32 {%0, %1}, [%2+8];" : "=r"(a), "=r"(b) : "l"(p) : "memory");
    y[I] += a + b;
    free(p);
}

// ---- given back again

K taken_again(int *x, int *y, int n)
{
    int *p = (int *)malloc(8);
    *p = x[I];
    y[I] = take(p);
    free(p); // FAULT memory-double-free
}
K taken_again_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(8);
    *p = x[I];
    y[I] = look(p);
    free(p);
}

K both_names(int *x, int *y, int n)
{
    int *p[4];
    for (int i = 0; i < 4; i++)
        p[i] = (int *)malloc(8);
    p[n & 3] = p[2]; // n is 128
    for (int i = 0; i < 4; i++)
        free(p[i]); // FAULT memory-double-free
}
K both_names_ok(int *x, int *y, int n)
{
    int *p[4];
    for (int i = 0; i < 4; i++)
        p[i] = (int *)malloc(8);
    int *q = p[n & 3];
    p[n & 3] = p[2];
    p[2] = q;
    for (int i = 0; i < 4; i++)
        free(p[i]);
}

// Each that comes after enough others gives back, or only the last.
K several_last(int *x, int *y, int n)
{
    __shared__ int *s, count;
    if (T == 0) {
        s = (int *)malloc(8);
        count = 0;
    }
    __syncthreads();
    int before;
    ADD(before, &count);
    if (before >= n / 2 - 2)
        free(s); // FAULT memory-double-free
}
K several_last_ok(int *x, int *y, int n)
{
    __shared__ int *s, count;
    if (T == 0) {
        s = (int *)malloc(8);
        count = 0;
    }
    __syncthreads();
    int before;
    ADD(before, &count);
    if (before >= n / 2 - 1)
        free(s);
}

// Two lists with one end.
K shared_tail(int *x, int *y, int n)
{
    Node *tail = push(0, 1), *a = push(tail, 2), *b = push(tail, 3);
    y[I] = a->next->value + b->next->value;
    free(a);
    free(tail);
    Node *next = b->next;
    free(b);
    free(next); // FAULT memory-double-free
}
K shared_tail_ok(int *x, int *y, int n)
{
    Node *tail = push(0, 1), *a = push(tail, 2), *b = push(tail, 3);
    y[I] = a->next->value + b->next->value;
    free(a);
    b->next = push(0, 4);
    free(tail);
    give_back(b);
}

// Where an end in the middle goes on to the common one; free(0) is fine.
K early(int *x, int *y, int n)
{
    int *p = (int *)malloc(8);
    *p = x[I];
    if (*p & 1) {
        y[I] = *p;
        free(p);
    }
    free(p); // FAULT memory-double-free
}
K early_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(8);
    *p = x[I];
    if (*p & 1) {
        y[I] = *p;
        free(p);
        p = 0;
    }
    free(p);
}

// ---- null pointers

K behind_the_end(int *x, int *y, int n)
{
    Node *list = push(push(0, 1), 2), *p = list;
    for (int i = 0; i < n / 64; i++)
        p = p->next;
    y[I] = p->value; // FAULT memory-null
    give_back(list);
}
K behind_the_end_ok(int *x, int *y, int n)
{
    Node *list = push(push(0, 1), 2), *p = list;
    for (int i = 0; i < n / 64 - 1; i++)
        p = p->next;
    y[I] = p->value;
    give_back(list);
}

K too_much(int *x, int *y, int n)
{
    int *p = (int *)malloc(~(size_t)0 >> (x[I] & 1 ? 60 : 0));
    asm volatile("st.u32 [%0+8], 7;" :: "l"(p) : "memory"); // FAULT memory-null
    free(p);
}
K too_much_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(~(size_t)0 >> (x[I] & 1 ? 60 : 0));
    if (p)
        asm volatile("st.u32 [%0+8], 7;" :: "l"(p) : "memory");
    free(p);
}

__device__ int *places[128];
K unset_ok(int *x, int *y, int n)
{
    int before;
    places[I] = &x[I];
    ADD(before, places[I]);
    places[I] = 0;
}
K unset(int *x, int *y, int n)
{
    int before;
    if (I & 1)
        places[I] = &x[I];
    ADD(before, places[I]); // FAULT memory-null
    places[I] = 0;
}

K copied(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    int *from = T == 5 ? 0 : x + 16 * blockIdx.x;
    if (T % 4 == 1)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((unsigned)__cvta_generic_to_shared(a + T - 1)), "l"(from) : "memory"); // FAULT memory-null
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[I] = n;
}
K copied_ok(int *x, int *y, int n) // 0 of its bytes: the rest are zeros
{
    __shared__ __align__(16) int a[64];
    int *from = T == 5 ? 0 : x + 16 * blockIdx.x;
    if (T % 4 == 1)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"((unsigned)__cvta_generic_to_shared(a + T - 1)), "l"(from), "r"(from ? 16 : 0) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[I] = n;
}
