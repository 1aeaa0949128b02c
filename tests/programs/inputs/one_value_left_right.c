// expect: safe
// por: classic source optimal default
// Behind the loop the input has one value, although nothing says so by name: sums of floating-point numbers that are made of it are
// constants there, and need no solver.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int pieces;
static double area;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *integrate(void *argument)
{
    double width = 1.0 / pieces, middle = ((long)argument + 0.5) * width;
    double part = 4.0 / (1.0 + middle * middle) * width;
    pthread_mutex_lock(&mutex);
    area += part;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    pieces = __VERIFIER_nondet_int();
    if (pieces < 1 || pieces > 3)
        return 0;
    for (long k = 0; k < pieces; k++)
        pthread_create(&threads[k], 0, integrate, (void *)k);
    for (int k = 0; k < pieces; k++)
        pthread_join(threads[k], 0);
    assert(area > 3.14 && area < 3.21);
    return 0;
}
