// expect: violation
// kinds: assertion
// One thread deletes a key while another creates one; whether the number comes back is left to the schedule.
#include <assert.h>
#include <pthread.h>

static pthread_key_t old;

static void *deleter(void *argument)
{
    pthread_key_delete(old);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_key_t new;
    pthread_key_create(&old, NULL);
    pthread_create(&t, NULL, deleter, NULL);
    pthread_key_create(&new, NULL);
    assert(new != old); // <- violation
    pthread_join(t, NULL);
}
