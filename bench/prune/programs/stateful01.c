// stateful01: two threads change two variables, each in two critical sections. Sums do not depend on the order: safe in all
// of the C(4, 2) = 6 interleavings.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void add(int *variable, int amount)
{
    pthread_mutex_lock(&lock);
    *variable += amount;
    pthread_mutex_unlock(&lock);
}

static void *step(void *argument)
{
    add(&first, 1);
    add(&second, 1);
    return argument;
}

static void *leap(void *argument)
{
    add(&first, 5);
    add(&second, -6);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, step, NULL);
    pthread_create(&b, NULL, leap, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first == 16 && second == 5);
    return 0;
}
