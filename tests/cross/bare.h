/* bare.h: a machine with nothing else: Cortex-M or riscv32, no system, no OpenMP, under QEMU; or the host.  Programs print by
 * say and say_number.  BARE_HEAP: so many bytes for malloc; without, who asks for memory ends there. */
#ifndef BARE_H
#define BARE_H

#include <ptx2c.h>

#if defined __ARM_ARCH_PROFILE && __ARM_ARCH_PROFILE == 'M'
#define BARE_ARM 1
#elif defined __riscv && !defined __linux__
#define BARE_RISCV 1
#endif

#if defined BARE_ARM || defined BARE_RISCV
/* Semihosting: the debugger, or QEMU, does what a register asks for. */
static int semihost(int what, const void *arg)
{
#ifdef BARE_RISCV
    register int a0 __asm__("a0") = what;
    register const void *a1 __asm__("a1") = arg;
    /* Three instructions that belong together, none of them compressed, on one page. */
    __asm__ volatile(".option push\n.option norvc\n.balign 16\nslli zero, zero, 31\nebreak\nsrai zero, zero, 7\n.option pop"
                     : "+r"(a0) : "r"(a1) : "memory");
    return a0;
#else
    register int r0 __asm__("r0") = what;
    register const void *r1 __asm__("r1") = arg;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
#endif
}

static void say(const char *s) { semihost(4, s); }

_Noreturn static void stop(int status)
{
    const uint32_t arg[] = {0x20026, (uint32_t)status}; /* the application's exit */
    semihost(0x20, arg);
    for (;;) { }
}

/* What malloc takes its memory from, by newlib's name and picolibc's. */
#ifndef BARE_HEAP
#define BARE_HEAP 0
#endif
void *_sbrk(int bytes), *sbrk(ptrdiff_t bytes);
void *_sbrk(int bytes)
{
    static _Alignas(16) unsigned char heap[BARE_HEAP + 16];
    static int used;
    if (bytes < 0 || used + bytes > BARE_HEAP) {
        say("memory was asked for\n");
        stop(3);
    }
    used += bytes;
    return heap + used - bytes;
}

void *sbrk(ptrdiff_t bytes) { return _sbrk((int)bytes); }

#ifdef BARE_RISCV
int gettimeofday(void *now, void *zone); /* there is no clock; the other library says so itself */
int gettimeofday(void *now, void *zone)
{
    (void)now;
    (void)zone;
    return -1;
}
#endif

int main(void);
extern uint32_t bss_begin[], bss_end[], stack_top[];

_Noreturn void reset(void), fault(void);
_Noreturn void reset(void)
{
    for (uint32_t *p = bss_begin; p < bss_end; p++)
        *p = 0;
#ifdef BARE_ARM
    *(volatile uint32_t *)0xe000ed88 |= 0xf << 20; /* the floating-point unit on */
    __asm__ volatile("dsb\n isb");
#endif
    stop(main());
}

_Noreturn void fault(void)
{
    say("fault\n");
    stop(4);
}

#ifdef BARE_ARM
__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    (uintptr_t)stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault};
#else
__asm__(".section .vectors, \"ax\"\n la sp, stack_top\n la t0, stray\n.option push\n.option arch, +zicsr\n csrw mtvec, t0\n.option pop\n j reset\n.balign 4\nstray: j fault\n.text");
#endif
#else
#include <stdio.h>
static void say(const char *s) { fputs(s, stdout); }
#endif

static void say_number(const char *what, uint32_t v)
{
    char s[12] = "00000000\n";
    for (int i = 0; i < 8; i++)
        s[i] = "0123456789abcdef"[v >> (28 - 4 * i) & 15];
    say(what);
    say(s);
}

#endif
