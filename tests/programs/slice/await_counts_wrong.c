// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A loop that seems to wait for a flag, but for the rounds it counts. No two threads access the counter in parallel, so
// that it is no visible operation, and what it ends with is what the assertion is about.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int rounds;

static void *wait_three_rounds(void *argument)
{
    while (!flag && rounds < 3)
        rounds++;
    return argument;
}

static void *set(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, wait_three_rounds, NULL);
    pthread_create(&u, NULL, set, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(rounds != 3); // <- violation
    return 0;
}
