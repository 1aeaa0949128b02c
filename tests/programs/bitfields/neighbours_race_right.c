// expect: safe
// A field of width zero separates them.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} shared;

static void *worker(void *argument)
{
    shared.a = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    shared.b = 1;
    pthread_join(t, NULL);
    assert(shared.a == 1 && shared.b == 1);
    return 0;
}
