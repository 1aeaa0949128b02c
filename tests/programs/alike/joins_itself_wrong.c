// expect: violation
// kinds: assertion
// heddle: --independence=threads
// Who comes first joins the first thread that was created: itself, which is an error, or the other one.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int turn, known;

static void *run(void *argument)
{
    if (turn++ == 0 && known)
        assert(pthread_join(first, NULL) == EDEADLK); // <- violation
    return argument;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, run, NULL);
    known = 1;
    pthread_exit(NULL);
}
