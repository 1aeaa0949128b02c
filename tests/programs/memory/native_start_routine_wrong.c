// expect: violation
// kinds: memory
// A native as the start routine: what fails in it stands at no instruction of the program, and its witness replays.
#include <pthread.h>

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))(void *)pthread_mutex_lock, NULL);
    pthread_join(t, NULL);
    return 0;
}
