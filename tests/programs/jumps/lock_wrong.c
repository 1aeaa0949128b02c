// expect: violation
// kinds: deadlock
// An error is thrown past the unlock.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 1;

static void take(jmp_buf error)
{
    pthread_mutex_lock(&lock);
    if (balance == 0)
        longjmp(error, 1);
    balance--;
    pthread_mutex_unlock(&lock);
}

static void *run(void *argument)
{
    jmp_buf error;
    if (setjmp(error) == 0)
        take(error);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    pthread_mutex_lock(&lock);
    return 0;
}
