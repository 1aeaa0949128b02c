// expect: violation
// kinds: deadlock
// Both send what nobody receives: the queue has room for one message.
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>

static mqd_t q;

static void *send(void *argument)
{
    mq_send(q, "a", 1, 1);
    return argument;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    pthread_t t;
    q = mq_open("/full", O_RDWR | O_CREAT, 0600, &attributes);
    pthread_create(&t, NULL, send, NULL);
    mq_send(q, "b", 1, 1);
    pthread_join(t, NULL);
    return 0;
}
