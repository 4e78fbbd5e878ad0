"""main.py DIRECTORY CASE ARCH: one case on one machine; prints what is wrong, status 1 then.  main.py: lists all."""
import os
import sys
import traceback

os.environ.setdefault('TRITON_DEFAULT_FP_FUSION', '1')

import numpy as np

import cases


def wrong(result, expected, allowed):
    """Elements that differ by more than allowed, beside the largest of what is expected; or None."""
    expected = np.asarray(expected)
    bad = ~(np.abs(result.astype(np.float64) - expected) <= allowed * max(1e-30, np.abs(expected).max()))
    if not bad.any():
        return None
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    return '%d of %d elements are wrong, first %s: %s instead of %s' % (bad.sum(), bad.size, at, result[at], expected[at])


def run(directory, name, arch):
    from machine import Kernel
    _, function, given = cases.CASES[name]
    steps = function(np.random.default_rng(7), **given)
    fn, options, arguments, grid = next(steps)
    options = {k: v for k, v in options.items() if v is not None}
    Kernel(directory, name, fn, arch, arguments, **options).run(*grid)
    return [w for w in (wrong(*result) for result in next(steps)) if w]


def main():
    if len(sys.argv) < 4:
        for name, (archs, _, _) in cases.CASES.items():
            for arch in archs:
                print(name, arch)
        return 0
    try:
        faults = run(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    except Exception as e:
        traceback.print_exc()
        faults = [str(e)[:2000]]
    print('\n'.join(faults))
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
