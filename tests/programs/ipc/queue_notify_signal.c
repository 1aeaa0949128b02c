// expect: inconclusive
// message: mq_notify by a signal
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    mqd_t queue = mq_open("/heddle-signal", O_CREAT | O_EXCL | O_RDWR, 0600, 0);
    return mq_notify(queue, &event);
}
