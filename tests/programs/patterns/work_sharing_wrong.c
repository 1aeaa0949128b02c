// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int next;
static atomic_int done[2];

static void *worker(void *argument)
{
    for (int i = 0; i < 2; i++) {
        int mine = next++;
        if (mine >= 2)
            return argument;
        atomic_fetch_add(&done[mine], 1);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(done[0] <= 1 && done[1] <= 1); // <- violation
    return 0;
}
