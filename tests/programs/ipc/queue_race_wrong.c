// expect: violation
// kinds: data-race
// heddle: --property=data-race
// Nothing orders what is stored after the message was sent.
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>

static mqd_t q;
static int shared;

static void *send(void *argument)
{
    mq_send(q, "m", 1, 0);
    shared = 1;
    return argument;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    pthread_t t;
    char message;
    q = mq_open("/race", O_RDWR | O_CREAT, 0600, &attributes);
    pthread_create(&t, NULL, send, NULL);
    mq_receive(q, &message, 1, NULL);
    shared++;
    pthread_join(t, NULL);
    mq_unlink("/race");
    return 0;
}
