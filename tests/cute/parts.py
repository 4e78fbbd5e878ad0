"""What the kernels share."""
import cutlass.cute as cute
from cutlass.cute.nvgpu import OperandMajorMode
from cutlass.memory import SmemAllocator
from cutlass.tensor_utils import LayoutEnum

MAJOR = {'k': OperandMajorMode.K, 'mn': OperandMajorMode.MN}
LAYOUT = {'k': LayoutEnum.ROW_MAJOR, 'mn': LayoutEnum.COL_MAJOR}


def view(pointer, rows, columns, major):
    """A matrix in memory whose neighbours lie along its columns (k), or along its rows (mn)."""
    return cute.make_tensor(pointer, cute.make_layout((rows, columns), stride=(columns, 1) if major == 'k' else (1, rows)))


def shape_of(case):
    return (case.size[0] // case.tile[0], case.size[1] // case.tile[1], 1)
