// heddle: --property=assertion
// Short transitions: `counters` of DESIGN 9 with three rounds (transitions a second; 2 million wanted).
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 3, BOUND = 21 }; // Fibonacci(2 * ROUNDS + 2)

static int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        i += j;
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(i <= BOUND && j <= BOUND);
    return 0;
}
