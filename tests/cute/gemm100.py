"""Products with tcgen05, in CuTe's language: one CTA or a pair, tiles by tensor copies, D read out of tensor memory."""
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as blackwell
from cutlass.cute.nvgpu import cpasync, tcgen05

from parts import MAJOR, SmemAllocator, shape_of, view


@cute.kernel
def kernel(case: cutlass.Constexpr, mma: cute.TiledMma, tma_a: cute.CopyAtom, a: cute.Tensor, tma_b: cute.CopyAtom, b: cute.Tensor,
           c: cute.Tensor, layout_a: cute.ComposedLayout, layout_b: cute.ComposedLayout):
    thread, _, _ = cute.arch.thread_idx()
    m, n, _ = cute.arch.block_idx()
    tile = case.tile
    whole = (tile[0] * case.ctas, tile[1], tile[2])
    group = tcgen05.CtaGroup.TWO if case.ctas == 2 else tcgen05.CtaGroup.ONE
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    rank = m % case.ctas
    smem = SmemAllocator()
    arrived = smem.allocate_array(cutlass.Int64, 1)
    done = smem.allocate_array(cutlass.Int64, 1)
    place = smem.allocate_array(cutlass.Int32, 1)
    sa = smem.allocate_tensor(case.element, layout_a.outer, 1024, layout_a.inner)
    sb = smem.allocate_tensor(case.element, layout_b.outer, 1024, layout_b.inner)
    mine = mma.get_slice(rank)
    ga = mine.partition_A(cute.local_tile(a, (whole[0], whole[2]), (m // case.ctas, None)))
    gb = mine.partition_B(cute.local_tile(b, (whole[1], whole[2]), (n, None)))
    gc = mine.partition_C(cute.local_tile(c, (whole[0], whole[1]), (m // case.ctas, n)))
    fa, fb = mma.make_fragment_A(sa), mma.make_fragment_B(sb)
    acc = mma.make_fragment_C(mma.partition_shape_C(whole[:2]))
    as_, ag = cpasync.tma_partition(tma_a, 0, cute.make_layout(1), cute.group_modes(sa, 0, 3), cute.group_modes(ga, 0, 3))
    bs, bg = cpasync.tma_partition(tma_b, 0, cute.make_layout(1), cute.group_modes(sb, 0, 3), cute.group_modes(gb, 0, 3))
    columns = max(32, 1 << (tile[1] - 1).bit_length())
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(arrived, 1)
            cute.arch.mbarrier_init(done, 1)
        cute.arch.alloc_tmem(columns, place, is_two_cta=case.ctas == 2)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if cutlass.const_expr(case.ctas == 2):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    acc = cute.make_tensor(cute.arch.retrieve_tmem_ptr(case.sum, 16, place), acc.layout)
    mma.set(tcgen05.Field.ACCUMULATE, False)
    for k in cutlass.range_constexpr(case.size[2] // tile[2]):
        if warp == 0:
            if rank == 0:
                with cute.arch.elect_one():
                    cute.arch.mbarrier_arrive_and_expect_tx(arrived, (whole[0] + whole[1]) * tile[2] * case.element.width // 8)
            cute.copy(tma_a, ag[None, k], as_[None, 0], tma_bar_ptr=arrived)
            cute.copy(tma_b, bg[None, k], bs[None, 0], tma_bar_ptr=arrived)
            if rank == 0:
                cute.arch.mbarrier_wait(arrived, k % 2)
                for q in cutlass.range_constexpr(cute.size(fa, mode=[2])):
                    cute.gemm(mma, acc, fa[None, None, q, 0], fb[None, None, q, 0], acc)
                    mma.set(tcgen05.Field.ACCUMULATE, True)
                with cute.arch.elect_one():
                    tcgen05.commit(done, 3 if case.ctas == 2 else None, group)
        cute.arch.mbarrier_wait(done, k % 2)
        cute.arch.sync_threads()
    if cutlass.const_expr(case.sum.width == 16):
        load = tcgen05.Ld32x32bOp(tcgen05.Repetition.x8, tcgen05.Pack.PACK_16b_IN_32b)
    elif cutlass.const_expr(tile[0] == 64 and case.ctas == 1):
        load = tcgen05.Ld16x256bOp(tcgen05.Repetition.x1)
    else:
        load = tcgen05.Ld32x32bOp(tcgen05.Repetition.x8)
    whole_acc = acc[(None, None), 0, 0]
    read = tcgen05.make_tmem_copy(cute.make_copy_atom(load, case.sum), whole_acc).get_slice(thread)
    to = read.partition_D(gc[(None, None), 0, 0])
    got = cute.make_rmem_tensor(to.shape, case.sum)
    cute.copy(read, read.partition_S(whole_acc), got)
    cute.arch.fence_view_async_tmem_load()
    for i in cutlass.range_constexpr(cute.size(got)):
        to[i] = got[i]
    cute.arch.sync_threads()
    if cutlass.const_expr(case.ctas == 2):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit(is_two_cta=case.ctas == 2)
        cute.arch.dealloc_tmem(cute.arch.retrieve_tmem_ptr(case.sum, 16, place), columns, is_two_cta=case.ctas == 2)


@cute.jit
def launch(case: cutlass.Constexpr, a: cute.Pointer, b: cute.Pointer, c: cute.Pointer):
    tile = case.tile
    a, b, c = view(a, case.size[0], case.size[2], case.major_a), view(b, case.size[1], case.size[2], case.major_b), view(
        c, case.size[0], case.size[1], 'k')
    group = tcgen05.CtaGroup.TWO if case.ctas == 2 else tcgen05.CtaGroup.ONE
    whole = (tile[0] * case.ctas, tile[1], tile[2])
    mma = blackwell.make_trivial_tiled_mma(case.element, case.element, MAJOR[case.major_a], MAJOR[case.major_b], case.sum, group,
                                           whole[:2])
    sa = blackwell.make_smem_layout_a(mma, whole, case.element, 1)
    sb = blackwell.make_smem_layout_b(mma, whole, case.element, 1)
    cluster = cute.tiled_divide(cute.make_layout((case.ctas, 1, 1)), (mma.thr_id.shape,))
    load = cpasync.CopyBulkTensorTileG2SOp(group)
    tma_a, ta = cute.nvgpu.make_tiled_tma_atom_A(load, a, cute.slice_(sa, (None, None, None, 0)), whole, mma, cluster.shape)
    tma_b, tb = cute.nvgpu.make_tiled_tma_atom_B(load, b, cute.slice_(sb, (None, None, None, 0)), whole, mma, cluster.shape)
    kernel(case, mma, tma_a, ta, tma_b, tb, c, sa, sb).launch(grid=shape_of(case), block=(128, 1, 1), cluster=(case.ctas, 1, 1))
