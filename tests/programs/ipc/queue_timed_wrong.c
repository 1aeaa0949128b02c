// expect: violation
// kinds: assertion
// The time may be over before the message is sent.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static mqd_t q;

static void *send(void *argument)
{
    mq_send(q, "m", 1, 0);
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
    assert(mq_timedreceive(q, &message, 1, NULL, &until) == 1); // <- violation
    pthread_join(t, NULL);
    mq_unlink("/timed");
    return 0;
}
