// expect: safe
// Both raise their flag, see the other's, lower their own and try again. From one look to the next nobody needs to have
// seen the flag lowered: such rounds are not explored. That both may do so for ever is no deadlock, since each makes way
// for the other in each round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int counter;

static void work(int me)
{
    for (;;) {
        wants[me] = 1;
        if (!wants[1 - me])
            break;
        wants[me] = 0;
    }
    counter++;
    wants[me] = 0;
}

static void *worker(void *argument)
{
    work(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
