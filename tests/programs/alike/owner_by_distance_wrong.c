// expect: violation
// kinds: assertion
// heddle: --property=assertion --independence=threads
// unforeseen: the owner of a lock is read at a distance that was counted
// As owner_in_bytes_wrong.c, but at an address that no analysis follows: that of another variable, moved by the distance between the two.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int elsewhere[4], owners[2], count, distance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    owners[count++] = elsewhere[distance];
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    while (&elsewhere[distance] != &lock.__data.__owner)
        distance++;
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(owners[0] <= owners[1]); // <- violation
    return 0;
}
