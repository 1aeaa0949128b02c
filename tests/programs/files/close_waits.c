// expect: inconclusive
// message: a call that may wait, for a descriptor that another thread closes
// Closing a pipe's end does not wake up who reads from it: on Linux this program may wait for ever.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument)
{
    char byte;
    read(ends[0], &byte, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, reader, NULL);
    close(ends[0]);
    pthread_join(thread, NULL);
    close(ends[1]);
    return 0;
}
