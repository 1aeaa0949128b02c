// expect: violation
// kinds: memory
// message: use after scope: write of 4 bytes in local
// A thread may still use a variable when the block that made it is left.
#include <pthread.h>

static void *thread(void *argument)
{
    *(int *)argument = 2; // <- violation
    return 0;
}

int main(void)
{
    pthread_t t;
    {
        int local = 1;
        pthread_create(&t, 0, thread, &local);
    }
    pthread_join(t, 0);
    return 0;
}
