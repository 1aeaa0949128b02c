// expect: safe
// The type LONG_MIN of msgrcv asks for any message.
#include <assert.h>
#include <limits.h>
#include <sys/ipc.h>
#include <sys/msg.h>

int main(void)
{
    struct {
        long type;
        char bytes[4];
    } message = {5, "a"};
    int queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
    assert(msgsnd(queue, &message, 2, 0) == 0);
    assert(msgrcv(queue, &message, 4, LONG_MIN, IPC_NOWAIT) == 2);
    msgctl(queue, IPC_RMID, 0);
    return 0;
}
