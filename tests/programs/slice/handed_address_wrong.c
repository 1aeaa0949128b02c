// expect: violation
// kinds: assertion
// case: HAND=1 optimal default
// case: HAND=2 optimal default
// case: HAND=3 optimal default
// case: HAND=4 optimal default
// case: HAND=5 optimal default
// case: HAND=6 optimal default
// case: HAND=7 optimal default
// case: HAND=8 optimal default
// case: HAND=9 optimal default
// case: HAND=10 optimal default
// The thread has the address of a variable only by what the library hands back of it, and main reads the
// variable by its name.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int total;

#if HAND == 1 // what is waited for on a descriptor
static void *hand(void *address)
{
    int ends[2], set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = address};
    if (pipe(ends) || epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) || write(ends[1], "x", 1) != 1)
        abort();
    struct epoll_event ready = {0};
    epoll_wait(set, &ready, 1, -1);
    return ready.data.ptr;
}
#elif HAND == 2  // a queue
static void *hand(void *address)
{
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = sizeof address};
    mqd_t queue = mq_open("/addresses", O_CREAT | O_RDWR, 0600, &attributes);
    void *received = NULL;
    mq_send(queue, (char *)&address, sizeof address, 0);
    mq_receive(queue, (char *)&received, sizeof received, NULL);
    return received;
}
#elif HAND == 3  // a stack for signal handlers
static void *hand(void *address)
{
    stack_t mine = {.ss_sp = address, .ss_size = 1 << 16}, found;
    if (sigaltstack(&mine, NULL) || sigaltstack(NULL, &found))
        abort();
    mine.ss_flags = SS_DISABLE;
    sigaltstack(&mine, NULL);
    return found.ss_sp;
}
#elif HAND == 4  // a handler that is never called
static void *hand(void *address)
{
    signal(SIGUSR2, (void (*)(int))address);
    return (void *)signal(SIGUSR2, SIG_DFL);
}
#elif HAND == 5  // a thread's name, four bits a letter
static void *hand(void *address)
{
    char name[16], found[16];
    uintptr_t bits = (uintptr_t)address, back = 0;
    for (int k = 0; k < 12; k++)
        name[k] = (char)('A' + (bits >> 4 * k & 15));
    name[12] = 0;
    pthread_setname_np(pthread_self(), name);
    pthread_getname_np(pthread_self(), found, sizeof found);
    for (int k = 0; k < 12; k++)
        back |= (uintptr_t)(found[k] - 'A') << 4 * k;
    return (void *)back;
}
#elif HAND == 6  // the time that is left of a timer
static void *hand(void *address)
{
    timer_t timer;
    struct itimerspec left, set = {.it_value = {(long)address >> 20, (long)address & 0xfffff}};
    timer_create(CLOCK_MONOTONIC, NULL, &timer);
    timer_settime(timer, 0, &set, NULL);
    timer_gettime(timer, &left);
    timer_delete(timer);
    return (void *)(left.it_value.tv_sec << 20 | left.it_value.tv_nsec);
}
#elif HAND == 7  // where a file is read
static void *hand(void *address)
{
    int file = memfd_create("offset", 0);
    lseek(file, (off_t)(uintptr_t)address, SEEK_SET);
    return (void *)lseek(file, 0, SEEK_CUR);
}
#elif HAND == 8  // decimal digits
static void *hand(void *address)
{
    uintptr_t number = (uintptr_t)address, back = 0, weight = 1;
    for (; number; number /= 10, weight *= 10)
        back += number % 10 * weight;
    return (void *)back;
}
#elif HAND == 9  // a signal's value
static void *hand(void *address)
{
    sigset_t set;
    siginfo_t information;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_sigqueue(pthread_self(), SIGUSR1, (union sigval){.sival_ptr = address});
    sigwaitinfo(&set, &information);
    return information.si_value.sival_ptr;
}
#elif HAND == 10 // a datagram
static void *hand(void *address)
{
    int ends[2];
    void *received = NULL;
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) || send(ends[0], &address, sizeof address, 0) < 0 ||
        recv(ends[1], &received, sizeof received, 0) < 0)
        abort();
    return received;
}
#endif

static void *add_twice(void *argument)
{
    int *found = argument;
    *found += 1;
    *found += 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add_twice, hand(&total));
    int seen = total;
    assert(seen == 0 || seen == 2); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
