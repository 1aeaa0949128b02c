// expect: violation
// kinds: assertion
// case: --seed=1 random=17
// case: --seed=2 random=5
// case: --seed=3 random=27
// case: --seed=18446744073709551 random=5
// The reader has to be interrupted once by the writer's second half, and the writer once before it. Which walk is the first
// with such a schedule depends on the seed, and on nothing else.
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
    assert(!(first == 1 && second == 1 && third == 2)); // <- violation
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
