// expect: violation
// kinds: memory
// One thread detaches what the other one writes to.
#include <pthread.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/shm.h>

static char *memory;

static void *write_it(void *unused)
{
    memory[10] = 1; // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    memory = shmat(shmget(IPC_PRIVATE, 100, 0600), NULL, 0);
    pthread_create(&thread, NULL, write_it, NULL);
    shmdt(memory);
    pthread_join(thread, NULL);
    return 0;
}
