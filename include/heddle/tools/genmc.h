/* What programs for GenMC find as <genmc.h> where GenMC's own is not installed: its markers, which heddle
 * does not need, and its names for threads. https://github.com/MPI-SWS/genmc */
#ifndef __GENMC_H__
#define __GENMC_H__

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

typedef pthread_t __VERIFIER_thread_t;

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*start)(void *), void *argument)
{
    pthread_t thread;
    __VERIFIER_assume(pthread_create(&thread, 0, start, argument) == 0);
    return thread;
}

static inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*start)(void *), void *argument,
                                                             __VERIFIER_thread_t other)
{
    (void)other;
    return __VERIFIER_spawn(start, argument);
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread)
{
    void *result = 0;
    pthread_join(thread, &result);
    return result;
}

static inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread)
{
    pthread_join(thread, 0);
}

/* Hazard pointers: what is retired is released as soon as none protects it. */
typedef struct __heddle_hazard __VERIFIER_hp_t;
__VERIFIER_hp_t *__runtime_hazard_new(void);
void *__runtime_hazard_protect(__VERIFIER_hp_t *pointer, void **variable);
void __runtime_hazard_clear(__VERIFIER_hp_t *pointer);
void __runtime_hazard_free(__VERIFIER_hp_t *pointer);
void __runtime_hazard_retire(void *block);
#define __VERIFIER_hp_alloc() __runtime_hazard_new()
#define __VERIFIER_hp_protect(hp, p) __runtime_hazard_protect(hp, (void **)(p))
#define __VERIFIER_hp_clear(hp) __runtime_hazard_clear(hp)
#define __VERIFIER_hp_free(hp) __runtime_hazard_free(hp)
#define __VERIFIER_hp_retire(p) __runtime_hazard_retire(p)

/* Statements: an access, which may end with a semicolon. */
#define __VERIFIER_local_write(s)                                                                            \
    do {                                                                                                     \
        s;                                                                                                   \
    } while (0)
#define __VERIFIER_final_write(s)                                                                            \
    do {                                                                                                     \
        s;                                                                                                   \
    } while (0)
#define __VERIFIER_helped_CAS(c)                                                                             \
    do {                                                                                                     \
        c;                                                                                                   \
    } while (0)
#define __VERIFIER_helping_CAS(c)                                                                            \
    do {                                                                                                     \
        c;                                                                                                   \
    } while (0)
/* Expressions */
#define __VERIFIER_speculative_read(c)                                                                       \
    __extension__({                                                                                          \
        __auto_type __heddle_value = c;                                                                      \
        __heddle_value;                                                                                      \
    })
#define __VERIFIER_confirming_read(c) __VERIFIER_speculative_read(c)
#define __VERIFIER_confirming_CAS(c) __VERIFIER_speculative_read(c)
#define __VERIFIER_final_CAS(c) __VERIFIER_speculative_read(c)
/* What changes nothing, and after which GenMC ends the execution. */
#define __VERIFIER_optional(s)                                                                               \
    do {                                                                                                     \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
