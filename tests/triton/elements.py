"""Random matrices of the types that matrix instructions take, as their bytes and as what the elements stand for."""
import numpy as np


def small_float(exponent_bits, mantissa_bits, bias, finite):
    """What the codes of a small floating-point type stand for; finite: no infinities."""
    codes = np.arange(1 << (1 + exponent_bits + mantissa_bits))
    mantissa = codes & ((1 << mantissa_bits) - 1)
    exponent = codes >> mantissa_bits & ((1 << exponent_bits) - 1)
    size = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias - mantissa_bits),
                    (mantissa + (1 << mantissa_bits)) * 2.0 ** (exponent - bias - mantissa_bits))
    value = np.where(codes >> (exponent_bits + mantissa_bits), -size, size)
    if not finite:
        value[exponent == (1 << exponent_bits) - 1] = np.nan
    return value


E4M3 = small_float(4, 3, 7, True)
E5M2 = small_float(5, 2, 15, False)
E2M1 = small_float(2, 1, 1, True)


class Types:
    """Triton's names of the types."""
    NUMPY = {'fp16': np.float16, 'fp32': np.float32, 'i8': np.int8, 'i32': np.int32, 'bf16': np.uint16,
             'fp8e4nv': np.uint8, 'fp8e5': np.uint8, 'u8': np.uint8}


def of_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def to_bf16(values):
    """To nearest even."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def values(array, kind):
    """What an array of a type stands for."""
    if kind == 'bf16':
        return of_bf16(array)
    if kind in ('fp8e4nv', 'fp8e5'):
        return (E4M3 if kind == 'fp8e4nv' else E5M2)[array].astype(np.float32)
    return array


def random(rng, kind, *shape):
    """Numbers near 1; integers of all sizes."""
    if kind == 'i8':
        return rng.integers(-128, 128, shape, np.int8)
    if kind in ('fp8e4nv', 'fp8e5'):
        size = rng.integers(*((0x28, 0x40) if kind == 'fp8e4nv' else (0x34, 0x40)), shape)
        return (size + 128 * rng.integers(0, 2, shape)).astype(np.uint8)
    v = rng.standard_normal(shape, np.float32)
    return to_bf16(v) if kind == 'bf16' else v.astype(Types.NUMPY[kind])


def random_fp4(rng, rows, columns):
    """Two elements of a row to a byte, the first in the lower half; and what they stand for."""
    codes = rng.integers(0, 16, (rows, columns)).astype(np.uint8)
    return codes[:, 0::2] | codes[:, 1::2] << 4, E2M1[codes]


def random_scales(rng, rows, columns, kind):
    """Factors of blocks, and what they stand for: powers of two, or of type e4m3."""
    if kind == 'e8m0':
        codes = rng.integers(122, 132, (rows, columns)).astype(np.uint8)
        return codes, 2.0 ** (codes.astype(np.float64) - 127)
    codes = rng.integers(0x28, 0x48, (rows, columns)).astype(np.uint8)
    return codes, E4M3[codes]
