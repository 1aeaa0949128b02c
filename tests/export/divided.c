// The average of what has come so far: nothing may have. What comes is an input.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, count;

static void *add(void *argument)
{
    int step = *(int *)argument;
    pthread_mutex_lock(&lock);
    sum += 10;
    count += step;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int step;
    heddle_symbolic(&step, sizeof step, "step");
    heddle_assume(step > -3 && step < 3);
    count = 2;
    pthread_t adder;
    pthread_create(&adder, NULL, add, &step);
    pthread_mutex_lock(&lock);
#ifdef FIXED
    int average = count ? sum / count : 0;
#else
    int average = sum / count;
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(adder, NULL);
    return average > 100;
}
