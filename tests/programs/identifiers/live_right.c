// expect: safe
// executions: none=701 default=1
// Handles of threads that live at the same time differ; none is given back before the others are created, so that the comparisons
// cost nothing.
#include <assert.h>
#include <pthread.h>

static pthread_t threads[2];
static int x;

static void *work(void *argument)
{
    assert(pthread_equal(pthread_self(), threads[argument != NULL]));
    __atomic_fetch_or(&x, argument ? 2 : 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_create(&threads[0], NULL, work, NULL);
    pthread_create(&threads[1], NULL, work, &x);
    assert(threads[0] != threads[1] && pthread_self() != threads[0]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 3);
}
