// heddle: --property=assertion,deadlock,memory,leak
// expect: safe
// msgsnd and msgrcv are points of cancellation, and leave nothing behind.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>

static void *work(void *queue)
{
    struct {
        long type;
        char text[8];
    } message = {1, "hello"};
    msgsnd(*(int *)queue, &message, 6, 0);
    msgrcv(*(int *)queue, &message, 8, 2, 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int queue = msgget(IPC_PRIVATE, 0600);
    pthread_create(&thread, NULL, work, &queue);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && msgctl(queue, IPC_RMID, NULL) == 0);
    return 0;
}
