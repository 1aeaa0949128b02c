// expect: violation
// kinds: memory
// timeout: 10
#include <pthread.h>

int main(void)
{
    pthread_mutex_t *m;
    pthread_mutex_lock(m); // <- violation
    return 0;
}
