// expect: violation
// kinds: assertion
// The urgent message overtakes only what has not been received yet.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>

static mqd_t q;

static void *send(void *argument)
{
    mq_send(q, "l", 1, 1);
    mq_send(q, "u", 1, 9);
    return argument;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 1};
    pthread_t t;
    char first;
    q = mq_open("/urgent", O_RDWR | O_CREAT, 0600, &attributes);
    pthread_create(&t, NULL, send, NULL);
    mq_receive(q, &first, 1, NULL);
    assert(first == 'u'); // <- violation
    pthread_join(t, NULL);
    mq_unlink("/urgent");
    return 0;
}
