// heddle: --property=data-race
// expect: safe
// por: default source
// Threads that write different streams without locks, and one that reads without the lock another thread
// holds.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *writer(void *name)
{
    FILE *own = fopen(name, "w");
    putc_unlocked('x', own);
    fclose(own);
    return 0;
}

static void *reader(void *argument)
{
    (void)argument;
    getc_unlocked(file); // does not wait for the lock
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, "/tmp/heddle-a");
    writer("/tmp/heddle-b");
    pthread_join(thread, 0);
    file = tmpfile();
    flockfile(file);
    pthread_create(&thread, 0, reader, 0);
    pthread_join(thread, 0);
    funlockfile(file);
    fclose(file);
    return 0;
}
