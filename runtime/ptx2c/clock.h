/* clock.h: time, for %clock, %clock64, %globaltimer (manual 10.23, 10.24, 10.28) and nanosleep. */
#ifndef PTX2C_CLOCK_H
#define PTX2C_CLOCK_H

#include "types.h"
#include <time.h>

/* Nanoseconds since the epoch of timespec_get.  Non-decreasing as far as the host's clock is. */
PTX2C_INLINE uint64_t ptx2c_globaltimer(void)
{
#if defined TIME_UTC
    struct timespec t;
    if (timespec_get(&t, TIME_UTC))
        return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
#endif
    return (uint64_t)time(NULL) * UINT64_C(1000000000);
}

/* A counter that goes up with time; its unit is the processor's cycle where that can be read, else the nanosecond. */
PTX2C_INLINE uint64_t ptx2c_clock(void)
{
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
    return __builtin_ia32_rdtsc();
#else
    return ptx2c_globaltimer();
#endif
}

#if defined __unix__ || defined __APPLE__
extern int sched_yield(void); /* of <sched.h>, whose other names are none of ours */
#endif

/* Lets other threads of the host run, where the system knows how. */
PTX2C_INLINE void ptx2c_yield(void)
{
#if defined __unix__ || defined __APPLE__
    sched_yield();
#endif
}

#endif
