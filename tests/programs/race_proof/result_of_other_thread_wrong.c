// The result of a join is kept in the joining thread's own variable, but what it leads to is another thread's, and still in use.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
#include <pthread.h>
#include <stdlib.h>

static int *seen;

static void *help(void *argument)
{
    seen = malloc(sizeof *seen);
    *seen = 0;
    (void)argument;
    return seen;
}

static void *look(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

static void *work(void *argument)
{
    pthread_t helper, looker;
    void *result;
    pthread_create(&helper, NULL, help, argument);
    pthread_join(helper, &result);
    int *number = result;
    pthread_create(&looker, NULL, look, seen);
    *number = 2;
    pthread_join(looker, NULL);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
