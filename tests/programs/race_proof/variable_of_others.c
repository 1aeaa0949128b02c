// Who else accesses a variable that no file defines is not known.
// heddle: --property=data-race
// expect: inconclusive
// message: which no file defines
// rule: proof-obstacles default
#include <pthread.h>
extern int outside;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a)
{
    pthread_mutex_lock(&m);
    outside++;
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    return 0;
}
