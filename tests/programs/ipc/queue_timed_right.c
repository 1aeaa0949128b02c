// expect: safe
// The time may be over before the message is sent; a message that was sent before the call is received.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static mqd_t q;

static void *send(void *argument)
{
    assert(mq_send(q, "m", 1, 0) == 0);
    return argument;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    struct timespec until;
    pthread_t t;
    char message;
    q = mq_open("/timed", O_RDWR | O_CREAT, 0600, &attributes);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_create(&t, NULL, send, NULL);
    ssize_t first = mq_timedreceive(q, &message, 1, NULL, &until);
    assert(first == 1 || errno == ETIMEDOUT);
    pthread_join(t, NULL);
    if (first < 0)
        assert(mq_timedreceive(q, &message, 1, NULL, &until) == 1);
    mq_unlink("/timed");
    return 0;
}
