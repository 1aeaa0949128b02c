// expect: violation
// kinds: assertion
// Two threads write two fields, but both fields lie in one memory location: one update is lost.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 4;
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
    assert(shared.a == 1 && shared.b == 1); // <- violation
    return 0;
}
