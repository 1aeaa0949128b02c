// expect: safe
// executions: none=24
// main writes once, three threads read once: 4! = 24 interleavings of four operations (in 2^3 traces).
#include <assert.h>
#include <pthread.h>

static int x;

static void *get(void *argument)
{
    int seen = x;
    assert(seen == 0 || seen == 1);
    return argument;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, get, NULL);
    x = 1;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
