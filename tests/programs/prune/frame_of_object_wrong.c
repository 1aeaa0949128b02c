// Two executions come to inner with the same objects on the stack of main: in one outer has made it, and it is there when
// inner returns; in the other inner has, and it is not. What is explored below the first says nothing of the second.
//
// expect: violation
// kinds: memory

#include <alloca.h>
#include <pthread.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static int *place;
static int turns, passed;

static void inner(int here)
{
    if (here)
        place = alloca(32);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        passed++;
        pthread_mutex_unlock(&lock);
    }
}

static void outer(int here)
{
    if (here)
        place = alloca(32);
    inner(!here);
    *place = 1; // <- violation
}

static void *take_turns(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&order);
        turns++;
        pthread_mutex_unlock(&order);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, take_turns, NULL);
    pthread_create(&threads[1], NULL, take_turns, NULL);
    pthread_mutex_lock(&order);
    int seen = turns;
    pthread_mutex_unlock(&order);
    outer(seen != 2);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
