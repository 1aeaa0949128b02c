// expect: violation
// kinds: deadlock
// message: thread main waits for ever .read. at .*called_endless_wrong.c:23, thread main.1 waits for ever .epoll_wait. at .*called_endless_wrong.c:13, thread main.2 spins for ever at .*called_endless_wrong.c:1[89]
// Who waits within a function of the library is said to wait in that function; a loop of the program's own around one spins.
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int events, ends[2];

static void *wait_for_events(void *unused) {
    struct epoll_event event;
    epoll_wait(events, &event, 1, -1);
    return unused;
}
static void *poll_events(void *unused) {
    struct epoll_event event;
    while (epoll_wait(events, &event, 1, 0) == 0)
        ;
    return unused;
}
static int wait_for_byte(char *byte) {
    return (int)read(ends[0], byte, 1);
}

int main(void) {
    pthread_t waits, polls;
    struct epoll_event wanted = {.events = EPOLLIN};
    char byte;
    pipe(ends);
    events = epoll_create1(0);
    epoll_ctl(events, EPOLL_CTL_ADD, ends[0], &wanted);
    pthread_create(&waits, 0, wait_for_events, 0);
    pthread_create(&polls, 0, poll_events, 0);
    return wait_for_byte(&byte); // nobody writes
}
