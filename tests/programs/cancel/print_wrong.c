// expect: violation
// kinds: deadlock
// case: PRINT=printf(text) none optimal default
// case: PRINT=fprintf(stderr,text) none optimal default
// case: PRINT=puts(text) none optimal default
// case: PRINT=putchar(*text) none optimal default
// case: PRINT=fputs(text,stderr) none optimal default
// case: PRINT=fwrite(text,1,1,stdout) none optimal default
// case: PRINT=perror(text) none optimal default
// case: PRINT=fflush(stdout) none optimal default
// case: PRINT=fputs(text,file) none optimal default
// case: PRINT=fseek(file,0,SEEK_SET) none optimal default
// case: PRINT=fgetc(file) none optimal default
// case: PRINT=fclose(file) none optimal default
// A function that writes or reads a stream may be a cancellation point (POSIX), and is one where its buffer is full or
// empty (glibc): the mutex stays locked.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;
static const char text[] = "x";

static void *print(void *argument)
{
    pthread_mutex_lock(&lock);
    PRINT;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    file = tmpfile();
    if (!file)
        return 0;
    pthread_create(&t, NULL, print, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock);
    return 0;
}
