// expect: safe
// Messages are received by type; who finds none waits.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct message {
    long type;
    char text[16];
};
static int queue;

static void *send_them(void *unused)
{
    struct message a = {3, "three"}, b = {2, "two"}, c = {5, "five"};
    assert(msgsnd(queue, &a, 6, 0) == 0 && msgsnd(queue, &b, 4, 0) == 0 && msgsnd(queue, &c, 5, 0) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct message got, wrong = {0, ""};
    queue = msgget(IPC_PRIVATE, 0600);
    assert(msgsnd(queue, &wrong, 1, 0) == -1 && errno == EINVAL);
    assert(msgrcv(queue, &got, 16, 0, IPC_NOWAIT) == -1 && errno == ENOMSG);
    pthread_create(&thread, NULL, send_them, NULL);
    assert(msgrcv(queue, &got, sizeof got.text, 5, 0) == 5 && got.type == 5 && strcmp(got.text, "five") == 0);
    pthread_join(thread, NULL);
    assert(msgrcv(queue, &got, 3, -4, 0) == -1 && errno == E2BIG);
    assert(msgrcv(queue, &got, 3, -4, MSG_NOERROR) == 3 && got.type == 2 && strncmp(got.text, "two", 3) == 0);
    assert(msgrcv(queue, &got, 16, 0, 0) == 6 && got.type == 3 && msgctl(queue, IPC_RMID, NULL) == 0);
    assert(msgsnd(queue, &got, 1, 0) == -1 && errno == EINVAL);
    return 0;
}
