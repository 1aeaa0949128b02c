#include <pthread.h>
static int counter; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *inc(void *p) { counter++; return p; }
static void *get(void *p) { pthread_mutex_lock(&m); *(int *)p = counter; pthread_mutex_unlock(&m); return p; }
int main(void)
{
    pthread_t a, b;
    int seen;
    pthread_create(&a, NULL, inc, NULL);
    pthread_create(&b, NULL, get, &seen);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
