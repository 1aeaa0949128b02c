// expect: inconclusive
// message: call of '__VERIFIER_recovery_routine'
// A crash between the two writes leaves what the recovery does not expect: crashes have no model.
#include <assert.h>
#include <pthread.h>

static int data, ready;

void __VERIFIER_recovery_routine(void)
{
    assert(ready == data);
}

static void *writer(void *argument)
{
    data = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    pthread_join(thread, 0);
    return 0;
}
