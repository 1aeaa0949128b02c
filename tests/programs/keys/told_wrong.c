// heddle: --slice=off
// expect: violation
// kinds: assertion
// text: use key  
// text: !argument|use key thread
// A destructor that is a function of the library takes what it takes; nothing is told of the thread's own memory.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int set;

static void *work(void *unused)
{
    pthread_setspecific(key, malloc(3));
    set = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(!set); // <- violation
    return 0;
}
