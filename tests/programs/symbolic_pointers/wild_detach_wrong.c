// heddle: --all
// expect: violation
// kinds: lock
// violations: 1
// message: which is no thread
// timeout: 10
#include <pthread.h>

int main(void)
{
    pthread_t t;
    pthread_detach(t); // <- violation
    return 0;
}
