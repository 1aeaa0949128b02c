// unverif: each of two threads counts itself, and who then finds itself alone counts another variable up ROUNDS times and
// claims that nobody else does. Safe, because the number of threads never falls: two cannot both have been alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint threads;
static unsigned steps;

static void *count(void *argument)
{
    atomic_fetch_add(&threads, 1);
    if (threads != 1)
        return argument;
    for (unsigned mine = 1; mine <= ROUNDS; mine++) {
        steps++;
        assert(steps == mine);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
