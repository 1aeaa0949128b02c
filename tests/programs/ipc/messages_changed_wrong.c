// expect: violation
// kinds: assertion
// Linux reads a message before it waits for room; POSIX leaves open when.
#include <assert.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct message {
    long type;
    char bytes[8192];
};
static int queue;
static struct {
    long type;
    int value;
} shared = {1, 1};

static void *change(void *unused)
{
    struct message got;
    shared.value = 2;
    assert(msgrcv(queue, &got, sizeof got.bytes, 0, 0) == 8192);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct message block = {1, {0}};
    queue = msgget(IPC_PRIVATE, 0600);
    assert(msgsnd(queue, &block, 8192, 0) == 0 && msgsnd(queue, &block, 8192, IPC_NOWAIT) == 0);
    assert(msgsnd(queue, &block, 8192, IPC_NOWAIT) == -1);
    pthread_create(&thread, NULL, change, NULL);
    assert(msgsnd(queue, &shared, sizeof shared.value, 0) == 0);
    pthread_join(thread, NULL);
    assert(msgrcv(queue, &block, 8192, 0, 0) == 8192 && msgrcv(queue, &shared, 4, 0, 0) == 4);
    assert(shared.value == 2); // <- violation
    return 0;
}
