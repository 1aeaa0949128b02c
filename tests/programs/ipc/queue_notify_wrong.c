// expect: violation
// kinds: assertion
// The function that mq_notify calls runs in a thread of its own: it may be late.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int calls;

static void note(union sigval value)
{
    (void)value;
    calls++;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 8};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = note};
    mqd_t queue = mq_open("/heddle-late", O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
    if (mq_notify(queue, &event))
        return 1;
    mq_send(queue, "a", 1, 0);
    assert(calls == 1);
    return 0;
}
