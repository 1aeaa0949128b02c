// expect: violation
// kinds: assertion
// The time may be over before the other thread writes.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *argument)
{
    write(ends[1], "x", 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, write_it, NULL);
    struct pollfd waiting = {ends[0], POLLIN, 0};
    assert(poll(&waiting, 1, 1000) == 1); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
