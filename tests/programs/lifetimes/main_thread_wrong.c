// expect: violation
// kinds: memory
// message: use after return: write of 4 bytes in local
// main may have returned, and not yet have ended the program.
#include <pthread.h>

static void *thread(void *argument)
{
    *(int *)argument = 2; // <- violation
    return 0;
}

int main(void)
{
    pthread_t t;
    int local = 0;
    pthread_create(&t, 0, thread, &local);
    return 0;
}
