/* processor.h: the processors for which kernels are compiled.  Generated files have it in front of the pragmas that say how functions are
 * optimised. */
#ifndef PTX2C_PROCESSOR_H
#define PTX2C_PROCESSOR_H

/* The sanitizers that watch the program: AddressSanitizer, ThreadSanitizer. */
#if defined __has_feature
#define PTX2C_ASAN __has_feature(address_sanitizer)
#define PTX2C_TSAN __has_feature(thread_sanitizer)
#else
#if defined __SANITIZE_ADDRESS__
#define PTX2C_ASAN 1
#else
#define PTX2C_ASAN 0
#endif
#if defined __SANITIZE_THREAD__
#define PTX2C_TSAN 1
#else
#define PTX2C_TSAN 0
#endif
#endif

/* Kernels are compiled for several processors at once where nobody chose one by -march: without a fused multiply-add in
 * hardware each fma costs 6 to 45 times more.  -DPTX2C_CLONES= turns it off. */
#if !defined PTX2C_CLONES && defined __GNUC__ && defined __x86_64__ && defined __linux__ && defined __OPTIMIZE__ && \
    !defined __FMA__ && !PTX2C_ASAN && !PTX2C_TSAN
#define PTX2C_V3 "avx2,bmi,bmi2,fma,popcnt"
#define PTX2C_V4 PTX2C_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
#if !defined __clang__ /* whose gathers, as by -march=native for most processors, the usual tuning leaves unused */
#define PTX2C_TARGET(v) __attribute__((target(v ",tune=haswell")))
#else
#define PTX2C_TARGET(v) __attribute__((target(v)))
#endif
#if !defined __clang__ && defined PTX2C_GENERATED
/* The first function that is for a processor has gcc declare what all of its instructions are called: behind the pragmas, which it notes for
 * each of those, it would take as long for that as for a small kernel. */
PTX2C_TARGET(PTX2C_V4) void ptx2c_for_v4(void);
#endif
#endif

#endif
