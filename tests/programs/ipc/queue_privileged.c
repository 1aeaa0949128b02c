// expect: inconclusive
// message: mq_open of more than 10 messages
// Whether a queue may hold so many messages, the system decides; without the privilege mq_open fails. Each property on its own, since slices
// must not leave out what leads there.
// case: --property=assertion none classic source optimal default prune-default
// case: --property=memory default
// case: none optimal default
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>

static int size = 5;

static void *change(void *argument)
{
    size = 100;
    size = 5;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    struct mq_attr attributes = {.mq_maxmsg = size, .mq_msgsize = 10};
    int opened = mq_open("/large", O_RDWR | O_CREAT, 0600, &attributes) >= 0;
    pthread_join(t, NULL);
    assert(opened);
    return 0;
}
