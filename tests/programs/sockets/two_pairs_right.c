// expect: safe
// Threads that use pairs of their own touch nothing in common; nor does one who sends what fits touch what the one who
// receives as much as was sent does: one execution, and one more for each wait that goes round.
// case: none=70 optimal=1 source=1 classic=1 default=1
// case: ONE=1 optimal=5 default=5
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int pairs[2][2];

static void *use(void *argument)
{
    int *ends = argument, value = 0;
    for (int i = 0; i < 1; i++) {
        assert(send(ends[0], &i, sizeof i, 0) == sizeof i);
        assert(recv(ends[1], &value, sizeof value, 0) == sizeof value && value == i);
    }
    return NULL;
}

#ifdef ONE
static void *send_all(void *argument)
{
    for (int i = 0; i < 4; i++)
        assert(send(pairs[0][0], &i, sizeof i, 0) == sizeof i);
    return argument;
}
#endif

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]) == 0);
#ifdef ONE
    pthread_create(&threads[0], NULL, send_all, NULL);
    for (int i = 0, value; i < 4; i++)
        assert(recv(pairs[0][1], &value, sizeof value, 0) == sizeof value && value == i);
    pthread_join(threads[0], NULL);
#else
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, use, pairs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
#endif
    return 0;
}
