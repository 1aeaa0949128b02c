// expect: violation
// kinds: lock
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_spin_unlock(&lock); // <- violation
    return 0;
}
