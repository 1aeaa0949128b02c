// zlib with tables that are made when they are first needed: two threads are the first at the same time.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <zlib.h>

static void *check(void *sum)
{
    *(uLong *)sum = crc32(0, (const Bytef *)"123456789", 9);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    uLong sums[2] = {0, 0};
    pthread_create(&thread, NULL, check, &sums[1]);
    check(&sums[0]);
    pthread_join(thread, NULL);
    assert(sums[0] == 0xcbf43926 && sums[1] == 0xcbf43926);
    return 0;
}
