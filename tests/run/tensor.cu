// Tensor copies: boxes of one to five dimensions to and from shared memory, reductions, im2col, maps that the kernel changes.
struct alignas(64) Map { unsigned long long opaque[16]; };
struct At { int x[5]; unsigned short offset[4]; };

constexpr unsigned BYTES = 16384;

__device__ unsigned shared_of(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void wait_for(unsigned bar)
{
    asm volatile("{ .reg .pred p;\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra AGAIN; }"
                 :: "r"(bar) : "memory");
}

#define C1 "%3"
#define C2 "%3, %4"
#define C3 "%3, %4, %5"
#define C4 "%3, %4, %5, %6"
#define C5 "%3, %4, %5, %6, %7"
#define LOAD(dim, mode, c, extra)                                                                                      \
    asm volatile("cp.async.bulk.tensor." dim ".shared::cluster.global." mode ".mbarrier::complete_tx::bytes [%0], [%1, {" c \
                 "}], [%2]" extra ";"                                                                                  \
                 :: "r"(to), "l"(map), "r"(bar), "r"(at.x[0]), "r"(at.x[1]), "r"(at.x[2]), "r"(at.x[3]), "r"(at.x[4]),  \
                 "h"(at.offset[0]), "h"(at.offset[1]), "h"(at.offset[2]) : "memory")
#define STORE(op, dim, mode, c)                                                                                        \
    asm volatile("cp." op "async.bulk.tensor." dim ".global.shared::cta." mode ".bulk_group [%1, {" c "}], [%0];"       \
                 :: "r"(to), "l"(map), "r"(0), "r"(at.x[0]), "r"(at.x[1]), "r"(at.x[2]), "r"(at.x[3]), "r"(at.x[4])     \
                 : "memory")

__device__ void load(unsigned to, unsigned bar, const Map *map, const At &at, int kind)
{
    switch (kind) {
    case 1: LOAD("1d", "tile", C1, ""); break;
    case 2: LOAD("2d", "tile", C2, ""); break;
    case 3: LOAD("3d", "tile", C3, ""); break;
    case 4: LOAD("4d", "tile", C4, ""); break;
    case 5: LOAD("5d", "tile", C5, ""); break;
    case 13: LOAD("3d", "im2col", C3, ", {%8}"); break;
    case 14: LOAD("4d", "im2col", C4, ", {%8, %9}"); break;
    case 15: LOAD("5d", "im2col", C5, ", {%8, %9, %10}"); break;
    }
}

// One thread asks for the box; all wait until its bytes have come.  out: what is in shared memory then.
extern "C" __global__ void get(const __grid_constant__ Map map, const __grid_constant__ At at, int kind, unsigned bytes,
                               unsigned char *out)
{
    __shared__ alignas(1024) unsigned char box[BYTES];
    __shared__ alignas(8) unsigned long long full;
    unsigned bar = shared_of(&full), to = shared_of(box);
    for (unsigned i = threadIdx.x; i < BYTES; i += blockDim.x)
        box[i] = 0x77;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        load(to, bar, &map, at, kind);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"(bytes) : "memory");
    }
    wait_for(bar);
    for (unsigned i = threadIdx.x; i < BYTES; i += blockDim.x)
        out[i] = box[i];
}

// Writes the box from shared memory, or reduces the tensor by it.
extern "C" __global__ void put(const Map *map, const __grid_constant__ At at, int kind, const unsigned char *in)
{
    __shared__ alignas(1024) unsigned char box[BYTES];
    unsigned to = shared_of(box);
    for (unsigned i = threadIdx.x; i < BYTES; i += blockDim.x)
        box[i] = in[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    switch (kind) {
    case 1: STORE("", "1d", "tile", C1); break;
    case 2: STORE("", "2d", "tile", C2); break;
    case 3: STORE("", "3d", "tile", C3); break;
    case 5: STORE("", "5d", "tile", C5); break;
    case 14: STORE("", "4d", "im2col_no_offs", C4); break;
    case 22: STORE("reduce.", "2d", "add.tile", C2); break;
    case 32: STORE("reduce.", "2d", "min.tile", C2); break;
    case 42: STORE("reduce.", "2d", "xor.tile", C2); break;
    }
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

// Another address, size and box, in a copy of the map in shared memory that goes to global memory.
extern "C" __global__ void change(const Map *from, Map *to, void *data, unsigned width, unsigned long long stride)
{
    __shared__ alignas(128) Map map;
    unsigned at = shared_of(&map);
    if (threadIdx.x == 0) {
        map = *from;
        asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;\n"
                     "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %2;\n"
                     "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %3;\n"
                     "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, 3;\n"
                     "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 0;\n"
                     "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;"
                     :: "r"(at), "l"(data), "r"(width), "l"(stride) : "memory");
    }
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
                 :: "l"(to), "r"(at) : "memory");
}
