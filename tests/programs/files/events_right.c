// heddle: --property=assertion,deadlock,data-race
// expect: safe
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, ends[2], data;

static void *count(void *argument)
{
    data = 1;
    eventfd_write(event, 2);
    return argument;
}

static void *write_it(void *argument)
{
    write(ends[1], "x", 1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    event = eventfd(0, EFD_SEMAPHORE);
    pipe(ends);
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, write_it, NULL);
    for (int found = 0; found < 3;) {
        struct pollfd waiting[] = {{event, POLLIN, 0}, {ends[0], POLLIN, 0}};
        uint64_t value;
        char byte;
        assert(poll(waiting, 2, -1) >= 1);
        if (waiting[0].revents & POLLIN) {
            assert(eventfd_read(event, &value) == 0 && value == 1 && data == 1);
            found++;
        }
        if (waiting[1].revents & POLLIN)
            found += (int)read(ends[0], &byte, 1);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
