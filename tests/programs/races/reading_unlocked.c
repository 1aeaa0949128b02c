// heddle: --property=data-race
// expect: violation
// kinds: data-race
// Reading without the stream's lock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *reader(void *argument)
{
    (void)argument;
    getc_unlocked(file);
    return 0;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, 0, reader, 0);
    char bytes[4];
    fread_unlocked(bytes, 1, 1, file);
    pthread_join(thread, 0);
    fclose(file);
    return 0;
}
