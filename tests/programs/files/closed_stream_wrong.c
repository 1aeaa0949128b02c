// expect: violation
// kinds: memory
// One thread closes the stream that another still writes to.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *write_it(void *argument)
{
    fputs("text", file); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    file = fopen("f", "w");
    pthread_create(&thread, NULL, write_it, NULL);
    fclose(file);
    pthread_join(thread, NULL);
    return 0;
}
