// `counters` of docs/design.md 9: two threads add two variables to each other, the main thread asserts meanwhile that
// neither exceeds Fibonacci(2 * ROUNDS + 2). BOUND_OFFSET=-1 makes the bound one too low.
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif
#ifndef BOUND_OFFSET
#define BOUND_OFFSET 0
#endif

static int i = 1, j = 1;

static void *add_to_i(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        i += j;
    return unused;
}

static void *add_to_j(void *unused)
{
    for (int k = 0; k < ROUNDS; k++)
        j += i;
    return unused;
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
    int bound = fibonacci(2 * ROUNDS + 2) + BOUND_OFFSET;
    pthread_t first, second;
    pthread_create(&first, NULL, add_to_i, NULL);
    pthread_create(&second, NULL, add_to_j, NULL);
    int seen_i = i, seen_j = j;
    assert(seen_i <= bound);
    assert(seen_j <= bound);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
