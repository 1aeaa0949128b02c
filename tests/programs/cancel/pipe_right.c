// expect: safe
// A thread that waits for a pipe is cancelled there.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *argument)
{
    char byte;
    read(ends[0], &byte, 1);
    return argument;
}

static void *polls(void *argument)
{
    struct pollfd asked = {ends[0], POLLIN, 0};
    poll(&asked, 1, -1);
    return argument;
}

int main(void)
{
    static void *(*const routines[])(void *) = {reads, polls};
    assert(pipe(ends) == 0);
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        void *result;
        pthread_create(&t, NULL, routines[k], NULL);
        pthread_cancel(t);
        pthread_join(t, &result);
        assert(result == PTHREAD_CANCELED);
    }
    return 0;
}
