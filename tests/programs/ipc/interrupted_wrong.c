// A handler interrupts the wait for a semaphore, or a message: these calls fail with EINTR, whatever SA_RESTART says.
// expect: violation
// kinds: assertion
// case: OPERATION=0 default
// case: OPERATION=1 default
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

struct short_message {
    long type;
    char text;
};

static int identifier;
static pthread_t waiter;

static void nothing(int number)
{
    (void)number;
}

static int give(void)
{
#if OPERATION == 0
    struct sembuf post = {0, 1, 0};
    return semop(identifier, &post, 1);
#else
    struct short_message message = {1, 'a'};
    return msgsnd(identifier, &message, 1, 0);
#endif
}

static int take(void)
{
#if OPERATION == 0
    struct sembuf wait = {0, -1, 0};
    return semop(identifier, &wait, 1) == 0;
#else
    struct short_message message;
    return msgrcv(identifier, &message, 1, 0, 0) == 1;
#endif
}

static void *send_both(void *unused)
{
    (void)unused;
    pthread_kill(waiter, SIGUSR1);
    give();
    return 0;
}

int main(void)
{
    struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
    pthread_t sender;
    sigaction(SIGUSR1, &action, 0);
#if OPERATION == 0
    identifier = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
#else
    identifier = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
#endif
    waiter = pthread_self();
    pthread_create(&sender, 0, send_both, 0);
    assert(take()); // <- violation
    pthread_join(sender, 0);
    return 0;
}
