// expect: violation
// kinds: deadlock
// message: waits for ever .sigwait.
// The queue was not empty when it was asked to tell of a message, so that no signal comes.
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 8};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    mqd_t queue = mq_open("/heddle-signal", O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
    mq_send(queue, "a", 1, 0);
    mq_notify(queue, &event);
    mq_send(queue, "b", 1, 0);
    sigwait(&set, &number); // <- violation
    return 0;
}
