// expect: violation
// kinds: arithmetic
// Checked, then used: the other thread clears the divisor in between.
#include <pthread.h>

static int divisor = 4;
static int result;

static void *worker(void *argument)
{
    if (divisor != 0)
        result = 100 / divisor; // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    divisor = 0;
    pthread_join(t, NULL);
    return 0;
}
