// expect: safe
// mq_notify by a signal: once for the first message in an empty queue, with its value, to who waits for it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static mqd_t queue;

static void *send_one(void *unused)
{
    (void)unused;
    assert(mq_send(queue, "a", 1, 0) == 0 && mq_send(queue, "b", 1, 0) == 0);
    return NULL;
}

int main(void)
{
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 8};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1}, wrong = event;
    pthread_t thread;
    sigset_t set, pending;
    siginfo_t information;
    char bytes[8];
    event.sigev_value.sival_int = 7;
    wrong.sigev_signo = 65;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    queue = mq_open("/heddle-signal", O_CREAT | O_EXCL | O_RDWR | O_NONBLOCK, 0600, &attributes);
    assert(mq_notify(queue, &wrong) == -1 && errno == EINVAL);
    assert(mq_notify(queue, &event) == 0);
    pthread_create(&thread, NULL, send_one, NULL);
    assert(sigwaitinfo(&set, &information) == SIGUSR1);
    assert(information.si_code == SI_MESGQ && information.si_value.sival_int == 7);
    assert(mq_receive(queue, bytes, sizeof bytes, NULL) == 1 && *bytes == 'a');
    pthread_join(thread, NULL);
    sigpending(&pending);
    assert(!sigismember(&pending, SIGUSR1));
    assert(mq_close(queue) == 0 && mq_unlink("/heddle-signal") == 0);
    return 0;
}
