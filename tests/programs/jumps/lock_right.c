// expect: safe
// heddle: --property=assertion,abort,deadlock,memory,lock,arithmetic,data-race
// Errors as jumps, each thread with its own place; who catches one gives the lock back.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local jmp_buf error;
static int balance = 1, refused;

static void withdraw(void)
{
    if (balance == 0)
        longjmp(error, 1);
    balance--;
}

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    if (setjmp(error) == 0)
        withdraw();
    else
        refused++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    assert(balance == 0 && refused == 1);
    return 0;
}
