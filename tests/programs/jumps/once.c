// expect: inconclusive
// message: longjmp out of a function that the C library has called
// What becomes of the control of pthread_once is not said.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static pthread_once_t control = PTHREAD_ONCE_INIT;

static void initialise(void)
{
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0)
        pthread_once(&control, initialise);
    return 0;
}
