// expect: violation
// kinds: deadlock
// As select_round.c; nobody writes: the loop never ends.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *notify(void *none)
{
    if (ends[0] < 0) // the planted fault: nobody writes
        assert(write(ends[1], "x", 1) == 1);
    return none;
}

int main(void)
{
    assert(pipe(ends) == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, notify, NULL);
    for (;;) {
        fd_set wanted;
        FD_ZERO(&wanted);
        FD_SET(ends[0], &wanted);
        struct timeval limit = {5, 0};
        int found = select(ends[0] + 1, &wanted, NULL, NULL, &limit);
        if (found == 0)
            continue;
        assert(found == 1 && FD_ISSET(ends[0], &wanted));
        break;
    }
    char byte;
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    pthread_join(thread, NULL);
    return 0;
}
