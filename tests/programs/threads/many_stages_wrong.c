// Two stages by many threads, and one thread that looks at both. It finds the first stage done and the second one not where it comes between
// the two sections of the thread that is first, and before the second sections of all others: too many schedules come before that in
// a depth first search, and random walks beside it find one (explore/walks.c).
// expect: violation
// kinds: assertion
// por: optimal default
// prune: the walks end both
// executions: prune=off prune-default=off
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 16 };

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first_stage, second_stage;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&first_lock);
    first_stage = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second_stage = first_stage + 1;
    pthread_mutex_unlock(&second_lock);
    return 0;
}

static void *look(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&first_lock);
    int first = first_stage;
    pthread_mutex_unlock(&first_lock);
    if (first == 0)
        return 0;
    pthread_mutex_lock(&second_lock);
    int second = second_stage;
    pthread_mutex_unlock(&second_lock);
    assert(second == first + 1); // <- violation
    return 0;
}

int main(void)
{
    pthread_t workers[WORKERS], looker;
    for (int k = 0; k < WORKERS; k++)
        pthread_create(&workers[k], 0, work, 0);
    pthread_create(&looker, 0, look, 0);
    for (int k = 0; k < WORKERS; k++)
        pthread_join(workers[k], 0);
    pthread_join(looker, 0);
    return 0;
}
