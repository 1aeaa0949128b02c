// expect: safe
// heddle: --slice=off --independence=outcome
// case: HOW=0 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=1 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=2 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=3 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=4 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=5 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=6 TAKEN=1 none=6 classic source=1 optimal=1
// case: HOW=0 TAKEN=0 none=6 classic source=3 optimal=3
// case: HOW=1 TAKEN=0 none=6 classic source=3 optimal=3
// case: HOW=2 TAKEN=0 none=6 classic source=3 optimal=3
// case: HOW=3 TAKEN=0 none=6 classic source=3 optimal=3
// case: HOW=0 TAKEN=1 --independence=none optimal=6
// case: HOW=4 TAKEN=1 --independence=none optimal=6
// Three threads try to take what another one holds: they only look at it, in no order, 1 trace. Where it is free the first one of
// them takes it, and the others look: 3 traces. Signals and broadcasts that nobody waits for look at the condition variable.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;

static int try(void)
{
    switch (HOW) {
    case 0: return pthread_mutex_trylock(&mutex);
    case 1: return pthread_spin_trylock(&spin);
    case 2: return sem_trywait(&semaphore);
    case 3: return pthread_rwlock_trywrlock(&rwlock);
    case 4: return pthread_cond_signal(&condition);
    case 5: return pthread_cond_broadcast(&condition);
    default: return sem_getvalue(&semaphore, &(int){0});
    }
}

static void *run(void *argument)
{
    return try() ? argument : NULL;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&semaphore, 0, 1);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    if (TAKEN && HOW < 4)
        try();
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
