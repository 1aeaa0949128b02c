extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "endless_turns.c", 3, "reach_error"); }
#include <pthread.h>
int turn, held[2];
void *plays(void *place)
{
    int me = place != 0;
    for (;;) {
        __atomic_store_n(&held[me], 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&turn, !me, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&held[!me], __ATOMIC_SEQ_CST) && __atomic_load_n(&turn, __ATOMIC_SEQ_CST) == !me)
            ;
        __atomic_store_n(&held[me], 0, __ATOMIC_SEQ_CST);
    }
}
int main()
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, plays, 0);
    pthread_create(&threads[1], 0, plays, &turn);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
