// expect: violation
// kinds: deadlock
// message: thread main.2 waits for ever .eventfd_read. at .*event_waits_wrong.c:12
#include <pthread.h>
#include <sys/eventfd.h>

static int event;

static void *take(void *argument)
{
    eventfd_t value;
    eventfd_read(event, &value);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    event = eventfd(0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, NULL);
    eventfd_write(event, 2); // one of the two takes all of it
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
