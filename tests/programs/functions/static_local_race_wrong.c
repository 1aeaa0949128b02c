// expect: violation
// kinds: assertion
// A static local is shared by all threads.
#include <assert.h>
#include <pthread.h>

static int ticket(void)
{
    static int next;
    return next++;
}

static int mine;

static void *worker(void *argument)
{
    mine = ticket();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int here = ticket();
    pthread_join(t, NULL);
    assert(here != mine); // <- violation
    return 0;
}
