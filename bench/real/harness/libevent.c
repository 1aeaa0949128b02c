// libevent: a buffer with a lock, to which two threads add; nothing is lost or torn.
#include <assert.h>
#include <event2/buffer.h>
#include <event2/thread.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static struct evbuffer *buffer;

static void *add(void *text)
{
    assert(evbuffer_add(buffer, text, 2) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char got[4];
    assert(evthread_use_pthreads() == 0);
    buffer = evbuffer_new();
    assert(buffer && evbuffer_enable_locking(buffer, NULL) == 0);
    pthread_create(&thread, NULL, add, "ab");
    add("cd");
    pthread_join(thread, NULL);
    assert(evbuffer_get_length(buffer) == 4);
    assert(evbuffer_remove(buffer, got, 4) == 4);
    assert(memcmp(got, "abcd", 4) == 0 || memcmp(got, "cdab", 4) == 0);
    evbuffer_free(buffer);
    return 0;
}
