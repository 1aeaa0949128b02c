// expect: violation
// heddle: --property=data-race
// kinds: data-race
// All threads have the one place.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf error;

static void *run(void *argument)
{
    if (setjmp(error) == 0)
        longjmp(error, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    if (setjmp(error) == 0)
        longjmp(error, 1);
    pthread_join(thread, NULL);
    return 0;
}
