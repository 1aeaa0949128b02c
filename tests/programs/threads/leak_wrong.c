// heddle: --all --property=assertion,abort,deadlock,memory,lock,arithmetic,thread-leak
// expect: violation
// kinds: thread-leak
// line: 19 25
// message: thread main.1 is neither joined nor detached
// message: thread main.2.1 is neither joined nor detached
// Nobody joins the first thread, nor the one that the second thread creates.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument)
{
    return argument;
}

static void *creates(void *argument)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    return argument;
}

static void leave(pthread_t *t)
{
    pthread_create(t, NULL, worker, NULL);
}

int main(void)
{
    pthread_t first, second, third;
    leave(&first);
    pthread_create(&second, NULL, creates, NULL);
    pthread_create(&third, NULL, worker, NULL);
    pthread_join(second, NULL);
    pthread_detach(third);
    return 0;
}
