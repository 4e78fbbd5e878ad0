/* eval.h: what gen.c says about the kernels it made, for driver.c. */
#ifndef EVAL_H
#define EVAL_H

#include "ref.h"

enum { EVAL_N = 4096 }; /* threads of a launch: elements of each input and output */

typedef struct EvalKernel {
    int module;       /* number of the file */
    const char *name; /* unique among all files */
    int first, n;     /* its forms in eval_cases: their inputs are the same */
} EvalKernel;

extern const Case eval_cases[]; /* those with kernels, then those without: they must have references all the same */
extern const int eval_ncases;
extern const EvalKernel eval_kernels[];
extern const int eval_nkernels;
struct ptx2c_module;
extern const struct ptx2c_module *const eval_modules[];

#endif
