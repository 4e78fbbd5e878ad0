/* stdatomic.h for tcc, which has none: enough for translated programs that run in one thread (tests/interp.sh). */
#ifndef STDATOMIC_H
#define STDATOMIC_H

typedef enum { memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef unsigned atomic_uint;
#define ATOMIC_LLONG_LOCK_FREE 2
#define atomic_load_explicit(p, order) (*(p))
#define atomic_store_explicit(p, v, order) ((void)(*(p) = (v)))
#define atomic_exchange_explicit(p, v, order) ({ __typeof__(*(p)) old_ = *(p); *(p) = (v); old_; })
#define atomic_fetch_add_explicit(p, v, order) ({ __typeof__(*(p)) old_ = *(p); *(p) += (v); old_; })
#define atomic_thread_fence(order) ((void)0)
#define atomic_compare_exchange_strong_explicit(p, expected, v, yes, no) \
    (*(p) == *(expected) ? (*(p) = (v), 1) : (*(expected) = *(p), 0))
#define atomic_compare_exchange_weak_explicit atomic_compare_exchange_strong_explicit

#endif
