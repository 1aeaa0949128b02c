// curl: two threads initialise the library at the same time, and give it up again.
#include <assert.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stddef.h>

static void *use(void *unused)
{
    (void)unused;
    assert(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
    curl_global_cleanup();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    return 0;
}
