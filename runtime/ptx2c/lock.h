/* lock.h: variables that all translated modules of a program share, and spin locks. */
#ifndef PTX2C_LOCK_H
#define PTX2C_LOCK_H

#include "types.h"

#if !defined __GNUC__ && !defined __STDC_NO_ATOMICS__
#include <stdatomic.h>
#endif

#if defined __GNUC__ && (defined __ELF__ || defined __APPLE__ || defined __wasm__)
/* One copy in a program of several translated modules. */
#define PTX2C_SHARED_VARIABLE __attribute__((weak, visibility("default")))
#elif defined __GNUC__ && defined _WIN32
#define PTX2C_SHARED_VARIABLE __attribute__((selectany))
#else
#define PTX2C_SHARED_VARIABLE static PTX2C_UNUSED
#endif

/* Accesses to those that need no lock. */
#if defined __GNUC__ && !PTX2C_ONE_THREAD
#define PTX2C_LOAD_SHARED(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define PTX2C_STORE_SHARED(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#else
#define PTX2C_LOAD_SHARED(p) (*(p))
#define PTX2C_STORE_SHARED(p, v) (void)(*(p) = (v))
#endif

#if PTX2C_ONE_THREAD
typedef uint32_t ptx2c_lock;
#define PTX2C_TRY_LOCK(l) ((void)(l), true)
#define PTX2C_UNLOCK(l) (void)(l)
#elif defined __GNUC__
typedef uint32_t ptx2c_lock;
#define PTX2C_TRY_LOCK(l) (__atomic_exchange_n((l), 1u, __ATOMIC_ACQUIRE) == 0)
#define PTX2C_UNLOCK(l) __atomic_store_n((l), 0u, __ATOMIC_RELEASE)
#elif !defined __STDC_NO_ATOMICS__
typedef atomic_uint ptx2c_lock;
#define PTX2C_TRY_LOCK(l) (atomic_exchange_explicit((l), 1u, memory_order_acquire) == 0)
#define PTX2C_UNLOCK(l) atomic_store_explicit((l), 0u, memory_order_release)
#else
#error "ptx2c needs GNU C's or C11's atomics"
#endif

#endif
