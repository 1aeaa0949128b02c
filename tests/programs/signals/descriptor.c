// expect: safe
// With signalfd a loop over epoll takes signals, of the process and of its own thread, as records; what was sent to another thread is
// not among them. Each once, the lowest first; those that are queued with their values.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static pthread_t loop;

static void *send(void *none)
{
    union sigval value = {.sival_int = 7};
    assert(pthread_kill(pthread_self(), SIGUSR2) == 0); // its own: nobody takes it
    assert(sigqueue(getpid(), SIGRTMIN + 1, value) == 0);
    assert(pthread_kill(loop, SIGUSR1) == 0);
    return none;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGRTMIN + 1);
    sigaddset(&set, SIGKILL); // left out
    assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    int signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    assert(signals >= 0);
    assert(signalfd(signals, &set, 0) == signals);
    assert(signalfd(-1, &set, 1) == -1 && errno == EINVAL);
    assert(signalfd(0, &set, 0) == -1 && errno == EINVAL);
    assert(signalfd(99, &set, 0) == -1 && errno == EBADF);
    struct signalfd_siginfo found[3];
    assert(read(signals, found, sizeof found) == -1 && errno == EAGAIN);
    assert(read(signals, found, sizeof found[0] - 1) == -1 && errno == EINVAL);
    int instance = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = signals};
    assert(epoll_ctl(instance, EPOLL_CTL_ADD, signals, &event) == 0);
    loop = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    int seen = 0;
    while (seen < 2) {
        assert(epoll_wait(instance, &event, 1, -1) == 1 && event.data.fd == signals);
        long size = read(signals, found, sizeof found);
        assert(size > 0 && size % (long)sizeof found[0] == 0);
        int count = (int)(size / (long)sizeof found[0]);
        for (int i = 0; i < count; i++, seen++) {
            assert(found[i].ssi_pid == (uint32_t)getpid());
            if (found[i].ssi_signo == SIGUSR1)
                assert(found[i].ssi_code == SI_TKILL);
            else
                assert((int)found[i].ssi_signo == SIGRTMIN + 1 && found[i].ssi_code == SI_QUEUE && found[i].ssi_int == 7);
        }
    }
    pthread_join(thread, NULL);
    assert(read(signals, found, sizeof found) == -1 && errno == EAGAIN);
    return close(signals) | close(instance);
}
