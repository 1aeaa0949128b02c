// expect: safe
// A producer and a consumer with a queue of one message: what was stored before a message was sent is seen by who receives it.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>

static int stored[3];

static void *produce(void *argument)
{
    mqd_t q = mq_open("/jobs", O_WRONLY);
    assert(q >= 0);
    for (char i = 0; i < 3; i++) {
        stored[i] = i + 10;
        assert(mq_send(q, &i, 1, 0) == 0);
    }
    mq_close(q);
    return argument;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    mqd_t q = mq_open("/jobs", O_RDONLY | O_CREAT, 0600, &attributes);
    pthread_t t;
    assert(q >= 0);
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < 3; i++) {
        char which;
        assert(mq_receive(q, &which, 1, NULL) == 1);
        assert(which == i && stored[i] == i + 10);
    }
    pthread_join(t, NULL);
    mq_unlink("/jobs");
    return 0;
}
