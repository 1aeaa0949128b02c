// expect: violation
// kinds: assertion
// A call that waits may have read what it writes before: what others change meanwhile may be sent or not.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], value = 1;

static void *change(void *unused)
{
    char block[30000];
    value = 2;
    assert(read(ends[0], block, sizeof block) > 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char block[30000] = {0};
    int got = 0, full = 0;
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    while (send(ends[1], block, sizeof block, MSG_DONTWAIT) > 0)
        full++;
    pthread_create(&thread, NULL, change, NULL);
    assert(send(ends[1], &value, sizeof value, 0) == sizeof value);
    pthread_join(thread, NULL);
    while (full-- > 0)
        assert(read(ends[0], &got, sizeof got) == sizeof got);
    assert(got == 2); // <- violation
    return 0;
}
