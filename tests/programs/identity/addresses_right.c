// expect: safe
// Objects of different threads, calls and allocations that exist at one time never share an address.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    (void)argument;
    return malloc(8);
}

int main(void)
{
    pthread_t a, b;
    void *p, *q;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    void *mine = malloc(8);
    pthread_join(a, &p);
    pthread_join(b, &q);
    assert(p != q && p != mine && q != mine);
    free(p);
    void *later = malloc(8);
    assert(later != q && later != mine);
    return 0;
}
