// expect: violation
// kinds: deadlock
// heddle: --property=deadlock
// clang: -gno-column-info
// A thread goes round one of two loops for ever, which an old value of x decides: the inner loop, which has a way
// out, so that main waits for ever; or the outer one, which has none and is a server. Lines with the number 0 are no
// place to show, so that the thread stands at one instruction in both cases: only the loop tells the states apart.
#include <pthread.h>

static int x, z;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *go_round(void *argument)
{
    volatile int w = 0;
    int old = x;
    for (;;) {
#line 0
        w = 2; w = 0; do {
#line 20
            w = 1;
            w = 0;
#line 0
        } while (old); w = 1; w = 0; }
#line 25
    return argument;
}

static void add(void)
{
    pthread_mutex_lock(&mutex);
    z++;
    pthread_mutex_unlock(&mutex);
}

static void *set(void *argument)
{
    x = 1;
    add();
    add();
    return argument;
}

int main(void)
{
    pthread_t round, setter[2];
    pthread_create(&round, NULL, go_round, NULL);
    pthread_create(&setter[0], NULL, set, NULL);
    pthread_create(&setter[1], NULL, set, NULL);
    pthread_join(setter[1], NULL);
    pthread_join(setter[0], NULL);
    pthread_join(round, NULL);
    return 0;
}
