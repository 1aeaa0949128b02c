// expect: violation
// kinds: deadlock
// Nobody sends what is waited for.
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

static int queue;

static void *send_it(void *unused)
{
    struct {
        long type;
        char text[1];
    } message = {1, "x"};
    msgsnd(queue, &message, 1, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct {
        long type;
        char text[1];
    } message;
    queue = msgget(IPC_PRIVATE, 0600);
    pthread_create(&thread, NULL, send_it, NULL);
    msgrcv(queue, &message, 1, 2, 0);
    pthread_join(thread, NULL);
    return 0;
}
