// heddle: --preemptions=1
// expect: inconclusive
// message: schedules with more preemptions were left out
// The reader has to be interrupted once by the writer's second half, and the writer once before it: two preemptions.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *writer(void *argument)
{
    x = 1;
    y = 1;
    x = 2;
    y = 2;
    return argument;
}

static void *reader(void *argument)
{
    int first = x, second = y, third = x;
    assert(!(first == 1 && second == 1 && third == 2));
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
