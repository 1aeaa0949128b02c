// heddle: --create-may-fail --all
// expect: violation
// kinds: lock
// message: which is no thread
// Joins the second thread although it may be missing: its handle is then whatever it was before.
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t threads[2] = {0};
    if (pthread_create(&threads[0], NULL, work, NULL))
        return 1;
    pthread_create(&threads[1], NULL, work, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL); // <- violation
    return 0;
}
