// expect: safe
// timeout: 10
// A store at an index that is an input reaches only the slots, which its bounds say; the mutexes beside them in the
// same structure stay what they are, and locking them has no race with the store.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static struct {
    int slots[4];
    pthread_mutex_t mutex[4];
} c = {.mutex = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                 PTHREAD_MUTEX_INITIALIZER}};

static void *run(void *argument)
{
    pthread_mutex_lock(&c.mutex[0]);
    pthread_mutex_unlock(&c.mutex[0]);
    return argument;
}

int main(void)
{
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= 4)
        return 0;
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    c.slots[j] = 1;
    pthread_mutex_lock(&c.mutex[0]);
    pthread_mutex_unlock(&c.mutex[0]);
    pthread_join(t, NULL);
    return 0;
}
