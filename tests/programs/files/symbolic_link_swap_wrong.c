// expect: violation
// kinds: assertion
// A link is looked at, and then what it leads to: another thread makes it lead elsewhere in between.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void *publish(void *unused)
{
    (void)unused;
    assert(symlink("/tmp/v2", "/tmp/next") == 0);
    assert(rename("/tmp/next", "/tmp/current") == 0 && unlink("/tmp/v1") == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char path[16];
    close(open("/tmp/v1", O_CREAT | O_WRONLY, 0600));
    close(open("/tmp/v2", O_CREAT | O_WRONLY, 0600));
    assert(symlink("/tmp/v1", "/tmp/current") == 0);
    pthread_create(&thread, NULL, publish, NULL);
    assert(access("/tmp/current", R_OK) == 0); // always leads somewhere
    ssize_t length = readlink("/tmp/current", path, sizeof path - 1);
    path[length] = 0;
    assert(access(path, R_OK) == 0);
    pthread_join(thread, NULL);
    return 0;
}
