"""Products with wgmma, in CuTe's language: tiles of A and B come by tensor copies or element by element, A also by registers."""
import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as hopper
from cutlass.cute.nvgpu import cpasync, warpgroup

from parts import LAYOUT, MAJOR, SmemAllocator, shape_of, view


@cute.kernel
def kernel(case: cutlass.Constexpr, mma: cute.TiledMma, tma_a: cute.CopyAtom, a: cute.Tensor, tma_b: cute.CopyAtom, b: cute.Tensor,
           c: cute.Tensor, layout_a: cute.ComposedLayout, layout_b: cute.ComposedLayout):
    thread, _, _ = cute.arch.thread_idx()
    m, n, _ = cute.arch.block_idx()
    threads = cute.size(mma)
    tile = case.tile
    smem = SmemAllocator()
    arrived = smem.allocate_array(cutlass.Int64, 1)
    sa = smem.allocate_tensor(case.element, layout_a.outer, 1024, layout_a.inner)
    sb = smem.allocate_tensor(case.element, layout_b.outer, 1024, layout_b.inner)
    ga = cute.local_tile(a, (tile[0], tile[2]), (m, None))
    gb = cute.local_tile(b, (tile[1], tile[2]), (n, None))
    mine = mma.get_slice(thread)
    to = mine.partition_C(cute.local_tile(c, (tile[0], tile[1]), (m, n)))
    acc = mma.make_fragment_C(to.shape)
    fb = mma.make_fragment_B(mine.partition_B(sb))
    if cutlass.const_expr(case.how == 'registers'):
        part = mine.partition_A(ga[None, None, 0])
        fa = mma.make_fragment_A(part.shape)
    else:
        fa = mma.make_fragment_A(mine.partition_A(sa))
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(arrived, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if cutlass.const_expr(case.how == 'tensor'):
        as_, ag = cpasync.tma_partition(tma_a, 0, cute.make_layout(1), cute.group_modes(sa, 0, 2), cute.group_modes(ga, 0, 2))
        bs, bg = cpasync.tma_partition(tma_b, 0, cute.make_layout(1), cute.group_modes(sb, 0, 2), cute.group_modes(gb, 0, 2))
    mma.set(warpgroup.Field.ACCUMULATE, False)
    for k in cutlass.range_constexpr(case.size[2] // tile[2]):
        if cutlass.const_expr(case.how == 'tensor'):
            if warp == 0:
                with cute.arch.elect_one():
                    cute.arch.mbarrier_arrive_and_expect_tx(arrived, (tile[0] + tile[1]) * tile[2] * case.element.width // 8)
                cute.copy(tma_a, ag[None, k], as_[None, 0], tma_bar_ptr=arrived)
                cute.copy(tma_b, bg[None, k], bs[None, 0], tma_bar_ptr=arrived)
            cute.arch.mbarrier_wait(arrived, k % 2)
        else:
            for i in range(thread, tile[0] * tile[2], threads):
                sa[i // tile[2], i % tile[2], 0] = ga[i // tile[2], i % tile[2], k]
            for i in range(thread, tile[1] * tile[2], threads):
                sb[i // tile[2], i % tile[2], 0] = gb[i // tile[2], i % tile[2], k]
            cute.arch.fence_proxy('async.shared', space='cta')
            cute.arch.sync_threads()
        if cutlass.const_expr(case.how == 'registers'):
            cute.autovec_copy(mine.partition_A(ga[None, None, k]), fa)
        warpgroup.fence()
        for q in cutlass.range_constexpr(cute.size(fb, mode=[2])):
            left = fa[None, None, q] if case.how == 'registers' else fa[None, None, q, 0]
            cute.gemm(mma, acc, left, fb[None, None, q, 0], acc)
            mma.set(warpgroup.Field.ACCUMULATE, True)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(cute.size(acc)):
        to[i] = acc[i].to(c.element_type)


@cute.jit
def launch(case: cutlass.Constexpr, a: cute.Pointer, b: cute.Pointer, c: cute.Pointer):
    tile = case.tile
    a, b, c = view(a, case.size[0], case.size[2], case.major_a), view(b, case.size[1], case.size[2], case.major_b), view(
        c, case.size[0], case.size[1], 'k')
    source = warpgroup.OperandSource.RMEM if case.how == 'registers' else warpgroup.OperandSource.SMEM
    mma = hopper.make_trivial_tiled_mma(case.element, case.element, MAJOR[case.major_a], MAJOR[case.major_b], case.sum,
                                        (tile[0] // 64, 1, 1), (64, tile[1]), source)
    sa = hopper.make_smem_layout_a(LAYOUT[case.major_a], tile, case.element, 1)
    sb = hopper.make_smem_layout_b(LAYOUT[case.major_b], tile, case.element, 1)
    load = cpasync.CopyBulkTensorTileG2SOp()
    tma_a, ta = cpasync.make_tiled_tma_atom(load, a, cute.slice_(sa, (None, None, 0)), (tile[0], tile[2]))
    tma_b, tb = cpasync.make_tiled_tma_atom(load, b, cute.slice_(sb, (None, None, 0)), (tile[1], tile[2]))
    if cutlass.const_expr(case.how == 'tensor'):
        kernel(case, mma, tma_a, ta, tma_b, tb, c, sa, sb).launch(grid=shape_of(case), block=(tile[0] * 2, 1, 1))
    else:
        kernel(case, mma, tma_a, a, tma_b, b, c, sa, sb).launch(grid=shape_of(case), block=(tile[0] * 2, 1, 1))
