"""Runs Triton's kernels without a GPU: Triton compiles them to PTX, ptx2c that to C, which is loaded and called."""
import ctypes
import os
import re
import shlex
import subprocess

import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

try:
    from triton.experimental.gluon import GluonASTSource
except ImportError:  # a Triton without it
    GluonASTSource = None

HOST = r'''
#include <ptx2c.h>
#include <stdio.h>
extern const ptx2c_module %(module)s;
int run(const uint32_t *size, size_t shared, void **args, unsigned count)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&%(module)s, "%(kernel)s");
    if (!k || k->param_count != count) {
        fprintf(stderr, "%%u parameters, %%u arguments\n", k ? k->param_count : 0, count);
        return 1;
    }
    ptx2c_dim3 grid = {size[0], size[1], size[2]}, cluster = {size[3], 1, 1};
    ptx2c_dim3 block = {k->reqntid[0] ? k->reqntid[0] : size[4], 1, 1};
    int status = size[3] > 1 ? ptx2c_launch_clusters(k, grid, cluster, block, shared, args) :
                               ptx2c_launch(k, grid, block, shared, args);
    if (status)
        fprintf(stderr, "%%s\n", ptx2c_message(k));
    return status;
}
int map(ptx2c_tensor_map *to, const ptx2c_tensor *t) { return ptx2c_tensor_map_create(to, t); }
'''


class Tensor(ctypes.Structure):
    """ptx2c_tensor of ptx2c/tensor_map.h."""
    _fields_ = [('data', ctypes.c_void_p), ('type', ctypes.c_int), ('rank', ctypes.c_uint32), ('size', ctypes.c_uint32 * 5),
                ('stride', ctypes.c_uint64 * 4), ('box', ctypes.c_uint32 * 5), ('step', ctypes.c_uint32 * 5),
                ('swizzle', ctypes.c_int), ('nan', ctypes.c_bool), ('im2col', ctypes.c_bool), ('lower', ctypes.c_int16 * 3),
                ('upper', ctypes.c_int16 * 3), ('channels', ctypes.c_uint32), ('pixels', ctypes.c_uint32),
                ('atomicity', ctypes.c_int), ('interleave', ctypes.c_int)]


class Described:
    """A matrix that the host describes to the kernel."""
    def __init__(self, array, kind, block):
        self.array, self.kind, self.block = array, kind, block


class Kernel:
    """A kernel, compiled; arguments: pairs of name and value, of which arrays are passed as (array, Triton's type)."""
    def __init__(self, directory, name, fn, arch, arguments, **options):
        self.values = dict(arguments)
        self.path = os.path.join(directory, '%s_sm%d' % (name, arch))
        self.ptx2c = os.environ.get('PTX2C', './ptx2c')
        signature, constants, attributes = {}, {}, {}
        for i, parameter in enumerate(fn.arg_names):
            signature[parameter], aligned = self.type_of(self.values[parameter])
            if signature[parameter] == 'constexpr':
                constants[parameter] = self.values[parameter]
            if aligned:
                attributes[(i,)] = [['tt.divisibility', 16]]
        self.parameters = [p for p in fn.arg_names if signature[p] != 'constexpr']
        source = GluonASTSource if type(fn).__name__ == 'GluonJITFunction' else ASTSource
        self.compiled = triton.compile(source(fn=fn, signature=signature, constexprs=constants, attrs=attributes),
                                       target=GPUTarget('cuda', arch, 32), options=options)
        self.build()

    @staticmethod
    def type_of(value):
        """Triton's type of an argument, and whether it is a multiple of 16."""
        if isinstance(value, Described):
            return 'tensordesc<%s[%s]>' % (value.kind, ','.join(map(str, value.block))), False
        if isinstance(value, tuple):
            return '*' + value[1], True
        if isinstance(value, np.int32):
            return 'i32', value % 16 == 0
        if isinstance(value, np.float32):
            return 'fp32', False
        return 'constexpr', False

    def build(self):
        ptx = self.compiled.asm['ptx']
        kernel = re.search(r'\.entry\s+(\w+)', ptx).group(1)
        module = 'module_' + kernel
        with open(self.path + '.ptx', 'w') as f:
            f.write(ptx)
        with open(self.path + '_host.c', 'w') as f:
            f.write(HOST % {'module': module, 'kernel': kernel})
        self.call([self.ptx2c, '--module=' + module, '-o', self.path + '.c', self.path + '.ptx'])
        flags = shlex.split(os.environ.get('CFLAGS', '-O2 -march=native -DPTX2C_CLONES='))
        self.call(shlex.split(os.environ.get('CC', 'cc')) + ['-std=c11', '-fopenmp', '-fPIC', '-shared', '-Iruntime'] + flags +
                  ['-o', self.path + '.so', self.path + '.c', self.path + '_host.c', '-lm'])
        self.library = ctypes.CDLL(self.path + '.so')

    @staticmethod
    def call(command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or done.stderr:
            raise RuntimeError('%s\n%s' % (' '.join(command), done.stderr))

    def described(self, value, meta):
        """What a described matrix is passed as: the map, its sizes and strides."""
        array = value.array
        rank, bytes_each = array.ndim, meta['elem_size']
        t = Tensor(data=array.ctypes.data, type=meta['elem_type'], rank=rank, swizzle=meta['swizzle'])
        for i in range(rank):
            t.size[i] = array.shape[rank - 1 - i]
            t.box[i] = meta['block_size'][rank - 1 - i]
            if i:
                t.stride[i - 1] = array.strides[rank - 1 - i]
        memory = ctypes.create_string_buffer(128 + 64)
        at = (ctypes.addressof(memory) + 63) // 64 * 64
        room = (ctypes.c_char * 128).from_address(at)
        room.keep = memory
        if self.library.map(room, ctypes.byref(t)):
            raise RuntimeError('no such tensor')
        assert bytes_each == array.itemsize
        return ([room] + [ctypes.c_int32(n) for n in array.shape] +
                [ctypes.c_int64(s // array.itemsize) for s in array.strides])

    def arguments(self, scratch):
        given, maps = [], list(self.compiled.metadata.tensordesc_meta or [])
        for name in self.parameters:
            value = self.values[name]
            if isinstance(value, Described):
                given += self.described(value, maps.pop(0))
            elif isinstance(value, tuple):
                given.append(ctypes.c_void_p(value[0].ctypes.data))
            else:
                given.append(ctypes.c_int32(value) if isinstance(value, np.int32) else ctypes.c_float(value))
        return given + [ctypes.c_void_p(scratch), ctypes.c_void_p(None)]

    def run(self, *grid):
        meta = self.compiled.metadata
        ctas = meta.num_ctas
        size = (ctypes.c_uint32 * 5)(grid[0] * ctas, *(tuple(grid[1:]) + (1, 1))[:2], ctas, 32 * meta.num_warps)
        room = np.zeros(meta.global_scratch_size * int(np.prod(grid)) * ctas + 4096, np.uint8)
        given = self.arguments((room.ctypes.data + 1023) // 1024 * 1024)
        pointers = (ctypes.c_void_p * len(given))(*[ctypes.addressof(a) for a in given])
        self.library.run.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_uint]
        status = self.library.run(size, meta.shared, pointers, len(given))
        if status:
            raise RuntimeError('the launch failed: status %d' % status)
