// expect: violation
// kinds: deadlock
// The reader keeps an end for writing open, and waits for itself.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *argument)
{
    write(ends[1], "a", 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char byte;
    pipe(ends);
    pthread_create(&thread, NULL, write_it, NULL);
    read(ends[0], &byte, 1);
    read(ends[0], &byte, 1); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
