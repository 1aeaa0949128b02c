// heddle: --property=thread-leak,deadlock
// expect: violation
// kinds: thread-leak
// line: 23
// main ends as a thread; the program ends with the last one. Nobody joins the first.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument)
{
    return argument;
}

static void *joins(void *argument)
{
    pthread_join(*(pthread_t *)argument, NULL);
    return argument;
}

int main(void)
{
    static pthread_t first, second, third;
    pthread_create(&third, NULL, worker, NULL);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, joins, &first);
    pthread_detach(second);
    pthread_exit(NULL);
}
