// heddle: --property=leak --all
// expect: violation
// kinds: leak
// Thread-specific values are lost with their thread, unless the key's destructor releases them.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t bare, kept, released;

static void keep(void *value)
{
    (void)value;
}

static void *thread(void *argument)
{
    pthread_setspecific(bare, malloc(1)); // <- violation
    pthread_setspecific(kept, malloc(2)); // <- violation
    pthread_setspecific(released, malloc(3));
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&bare, NULL);
    pthread_key_create(&kept, keep);
    pthread_key_create(&released, free);
    pthread_create(&t, NULL, thread, NULL);
    pthread_setspecific(bare, malloc(4)); // main is still there at the end
    pthread_join(t, NULL);
    return 0;
}
