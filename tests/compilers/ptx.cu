// The instructions of newer targets, through CUDA's own wrappers (cuda/ptx) and inline assembly: barriers in shared memory,
// bulk and tensor copies, stores and reductions of clusters, multimem, tensor maps, warp-group and fifth-generation matrices.
#include <cuda/ptx>
#include <cstdint>

namespace ptx = cuda::ptx;

__global__ void everywhere(uint32_t *d, const uint32_t *a)
{
    uint32_t x = a[0], y = a[1];
    d[0] = ptx::bfind(x) + ptx::bfind_shiftamt(y) + ptx::bmsk_clamp(x, y) + ptx::bmsk_wrap(x, y) + ptx::prmt(x, y, 0x3210u);
    d[1] = ptx::shl(x, y) + ptx::shr(x, y) + ptx::prmt_f4e(x, y, 1) + ptx::prmt_ecr(x, y, 2);
    d[2] = ptx::get_sreg_laneid() + ptx::get_sreg_warpid() + ptx::get_sreg_smid() + ptx::get_sreg_lanemask_ge();
    if (x == 12345)
        ptx::exit();
    if (x == 54321)
        ptx::trap();
}

#if __CUDA_ARCH__ >= 900
__global__ void clusters(uint64_t *d, void *global, const void *tensor, uint32_t n)
{
    __shared__ alignas(128) unsigned char room[1024];
    __shared__ alignas(8) uint64_t bar;
    ptx::mbarrier_init(&bar, n);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    uint64_t state = ptx::mbarrier_arrive(&bar);
    state += ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, n);
    state += ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, n);
    while (!ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cta, &bar, state))
        ;
    while (!ptx::mbarrier_test_wait_parity(&bar, n & 1))
        ;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, room, global, 256, &bar);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, global, room, 256);
    const int32_t at[3] = {0, 16, 32};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, room, tensor, at, &bar);
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, tensor, at, room);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, static_cast<uint32_t *>(global),
                              reinterpret_cast<uint32_t *>(room), 64);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_max, tensor, at, room);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    ptx::cp_async_bulk_wait_group(ptx::n32_t<1>());
    ptx::st_async(reinterpret_cast<int32_t *>(room), 5, &bar);
    ptx::red_async(ptx::op_add, reinterpret_cast<uint32_t *>(room), 5u, &bar);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::fence(ptx::sem_acq_rel, ptx::scope_cluster);
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    d[0] = state + ptx::getctarank(ptx::space_cluster, room) + ptx::get_sreg_cluster_ctarank();
}
#endif

#if __CUDA_ARCH_FEAT_SM90_ALL
__global__ void warpgroup(float *d, uint64_t a, uint64_t b)
{
    float c[4] = {};
    asm volatile("setmaxnreg.inc.sync.aligned.u32 160;\n\twgmma.fence.sync.aligned;");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, -1, 0, 1; }"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(a), "l"(b), "r"(1));
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;");
    d[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
#endif

#if __CUDA_ARCH_FEAT_SM100_ALL
__global__ void fifth(uint32_t *d, uint64_t a, uint64_t b, uint32_t i)
{
    __shared__ uint32_t place;
    __shared__ alignas(8) uint64_t bar;
    ptx::tcgen05_alloc(ptx::cta_group_1, &place, 64);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
    ptx::tcgen05_cp_128x256b(ptx::cta_group_1, place, a);
    ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, place, a, b, i, true);
    ptx::tcgen05_commit(ptx::cta_group_1, &bar);
    ptx::tcgen05_fence_after_thread_sync();
    uint32_t out[4];
    ptx::tcgen05_ld_32x32b(out, place);
    ptx::tcgen05_wait_ld();
    ptx::tcgen05_st_16x128b(place, reinterpret_cast<uint32_t(&)[2]>(out));
    ptx::tcgen05_wait_st();
    ptx::tcgen05_dealloc(ptx::cta_group_1, place, 64);
    d[0] = out[0] + out[3];
}
#endif
