// fibbench: i and j start at 1; one thread adds j to i, the other i to j, ROUNDS times each. In turns they are the
// Fibonacci numbers, and the largest value is Fibonacci(2 ROUNDS + 2). The claim is one lower: violated, by few of the
// C(6 ROUNDS, 3 ROUNDS) interleavings only.
#include <assert.h>
#include <pthread.h>

#ifndef BOUND_OFFSET
#define BOUND_OFFSET (-1)
#endif

static int i = 1, j = 1;

static void *add_j(void *argument)
{
    for (int round = 0; round < ROUNDS; round++)
        i += j;
    return argument;
}

static void *add_i(void *argument)
{
    for (int round = 0; round < ROUNDS; round++)
        j += i;
    return argument;
}

static int fibonacci(int n)
{
    int a = 0, b = 1;
    for (int k = 0; k < n; k++) {
        int sum = a + b;
        a = b;
        b = sum;
    }
    return a;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_j, NULL);
    pthread_create(&second, NULL, add_i, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    int bound = fibonacci(2 * ROUNDS + 2) + BOUND_OFFSET;
    assert(i <= bound && j <= bound);
    return 0;
}
