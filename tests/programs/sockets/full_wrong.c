// expect: violation
// kinds: deadlock
// Two threads that send more than fits before they read wait for each other.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
enum { SIZE = 300000 };

static int ends[2];
static char bytes[SIZE];

static void *talk(void *end)
{
    static _Thread_local char answer[SIZE];
    assert(send(*(int *)end, bytes, SIZE, 0) == SIZE);
    assert(recv(*(int *)end, answer, SIZE, MSG_WAITALL) == SIZE);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, talk, &ends[0]);
    talk(&ends[1]);
    pthread_join(thread, NULL);
    return 0;
}
