// expect: violation
// kinds: assertion
// Where a thread is cancelled while it prints, all of the text may be in the stream.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int ended;

static void *print(void *unused)
{
    fprintf(file, "%s", "text");
    ended = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    if (!file)
        return 0;
    pthread_create(&thread, NULL, print, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    rewind(file);
    assert(ended || fgetc(file) == EOF); // <- violation
    fclose(file);
    return 0;
}
