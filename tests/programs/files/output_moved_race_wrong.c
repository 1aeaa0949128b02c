// heddle: --property=data-race,assertion
// expect: violation
// kinds: assertion
// A thread may print before the descriptor is moved.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *unused)
{
    (void)unused;
    fputs("a line of text\n", stderr);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char text[20];
    pthread_create(&thread, NULL, work, NULL);
    int file = open("/tmp/heddle-output", O_CREAT | O_TRUNC | O_RDWR, 0600);
    dup2(file, 2);
    pthread_join(thread, NULL);
    long size = pread(file, text, sizeof text, 0);
    assert(size == 15 || size > 15);
    return 0;
}
