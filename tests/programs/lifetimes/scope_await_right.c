// expect: safe
// A loop that waits for another thread, with a variable of its own whose address is passed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int value;

static int look(int *found)
{
    *found = atomic_load(&flag);
    return *found;
}

static void *thread(void *argument)
{
    value = 3;
    atomic_store(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    for (;;) {
        int found;
        if (look(&found) && found)
            break;
    }
    assert(value == 3);
    pthread_join(t, 0);
    return 0;
}
