// files: support/racy.ll
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>

extern int shared;
void *racy(void *argument);

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, racy, 0);
    racy(0);
    pthread_join(t, 0);
    assert(shared == 2); // <- violation
    return 0;
}
