// expect: inconclusive
// message: waiting for a message while mq_notify asks for it
// Who waits for a message gets it, and nobody is told; whether a thread waits already is not followed.
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static mqd_t queue;

static void note(union sigval value)
{
    (void)value;
}

static void *receive(void *unused)
{
    char bytes[8];
    mq_receive(queue, bytes, sizeof bytes, NULL);
    return unused;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 8};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = note};
    pthread_t thread;
    queue = mq_open("/heddle-waits", O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
    pthread_create(&thread, NULL, receive, NULL);
    mq_notify(queue, &event);
    mq_send(queue, "a", 1, 0);
    pthread_join(thread, NULL);
    return 0;
}
