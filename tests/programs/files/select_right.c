// expect: safe
// select finds what can be read, and nothing when its time is over; poll of what is closed, or has no writer left.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *argument)
{
    write(ends[1], "x", 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    fd_set readable;
    char byte;
    struct timeval none = {0, 0}, second = {1, 0};
    pipe(ends);
    FD_ZERO(&readable);
    FD_SET(ends[0], &readable);
    assert(select(ends[0] + 1, &readable, NULL, NULL, &none) == 0 && !FD_ISSET(ends[0], &readable));
    pthread_create(&thread, NULL, write_it, NULL);
    FD_SET(ends[0], &readable);
    int found = select(ends[0] + 1, &readable, NULL, NULL, &second);
    assert(found == (FD_ISSET(ends[0], &readable) != 0));
    FD_SET(ends[0], &readable);
    assert(select(ends[0] + 1, &readable, NULL, NULL, NULL) == 1 && FD_ISSET(ends[0], &readable));
    assert(read(ends[0], &byte, 1) == 1);
    pthread_join(thread, NULL);
    struct pollfd waiting[] = {{ends[0], POLLIN, 0}, {9, POLLIN, 0}, {-1, POLLIN, 0}, {ends[1], POLLOUT, 0}};
    assert(poll(waiting, 4, 0) == 2 && waiting[1].revents == POLLNVAL && waiting[3].revents == POLLOUT);
    close(ends[1]);
    assert(poll(waiting, 1, -1) == 1 && waiting[0].revents == POLLHUP);
    return 0;
}
