// expect: safe
// por: states default
// text: , 216 states,
// A token goes round a ring of three threads, for ever (Dijkstra's self-stabilising ring, 1974): from whatever numbers they begin
// with they come to one token, and keep one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef WRONG
#define NUMBERS 2
#else
#define NUMBERS 3
#endif
enum { THREADS = 3 };
static atomic_int number[THREADS];

static int has_token(int k)
{
    int before = atomic_load(&number[(k + THREADS - 1) % THREADS]), own = atomic_load(&number[k]);
    return k == 0 ? own == before : own != before;
}

static void pass(int k)
{
    int before = atomic_load(&number[(k + THREADS - 1) % THREADS]);
    atomic_store(&number[k], k == 0 ? (before + 1) % NUMBERS : before);
}

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument;
    for (;;) {
        while (!has_token(own))
            ;
#ifdef WRONG
        if (own == 1)
            atomic_store(&number[2], 1 - atomic_load(&number[2]));
#endif
        int tokens = 0;
        heddle_atomic_begin();
        for (int k = 0; k < THREADS; k++)
            tokens += has_token(k);
        heddle_atomic_end();
        assert(tokens == 1);
        pass(own);
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, (void *)1);
    pthread_create(&u, NULL, thread, (void *)2);
    thread(NULL);
    return 0;
}
