// expect: safe
// The function of mq_notify is called once for the first message in an empty queue, and then not again until it is asked for; closing ends it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static mqd_t queue;
static sem_t told;
static int calls;

static void receive(union sigval value)
{
    char bytes[8];
    assert(value.sival_int == 7 && pthread_self() != 0);
    calls++;
    while (mq_receive(queue, bytes, sizeof bytes, NULL) > 0) {
    }
    assert(errno == EAGAIN);
    sem_post(&told);
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 8};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = receive}, wrong = event;
    event.sigev_value.sival_int = 7;
    sem_init(&told, 0, 0);
    queue = mq_open("/heddle-notify", O_CREAT | O_EXCL | O_RDWR | O_NONBLOCK, 0600, &attributes);
    assert(queue != (mqd_t)-1);
    wrong.sigev_notify = 99;
    assert(mq_notify(queue, &wrong) == -1 && errno == EINVAL);
    assert(mq_notify(99, &event) == -1 && errno == EBADF);
    assert(mq_notify(queue, NULL) == 0);
    assert(mq_notify(queue, &event) == 0);
    assert(mq_notify(queue, &event) == -1 && errno == EBUSY);
    assert(mq_send(queue, "a", 1, 0) == 0);
    sem_wait(&told);
    assert(calls == 1 && mq_send(queue, "b", 1, 0) == 0); // nobody asks to be told
    assert(mq_notify(queue, &event) == 0 && mq_send(queue, "c", 1, 0) == 0); // nor was it empty
    char bytes[8];
    assert(mq_receive(queue, bytes, sizeof bytes, NULL) == 1 && *bytes == 'b');
    assert(mq_receive(queue, bytes, sizeof bytes, NULL) == 1 && *bytes == 'c');
    mqd_t other = mq_open("/heddle-notify", O_RDWR | O_NONBLOCK);
    assert(other != (mqd_t)-1 && mq_close(other) == 0); // of any descriptor
    assert(mq_send(queue, "d", 1, 0) == 0 && calls == 1);
    assert(mq_notify(queue, &event) == 0 && mq_notify(queue, NULL) == 0);
    assert(mq_close(queue) == 0 && mq_unlink("/heddle-notify") == 0);
    return 0;
}
