// What cases.py edits.
#include <assert.h>
#include <pthread.h>

#define START 5

static int total = 0, limit = 10;
static const char *const names[] = {"first", "second"};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int bounded(int value)
{
    if (value > limit)
        return limit;
    return value + 1;
}

static int sum_up(int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += i;
        if (sum > 100)
            break;
    }
    return sum;
}

static void *worker(void *argument)
{
    int number = *(int *)argument;
    pthread_mutex_lock(&lock);
    total += bounded(number);
    pthread_mutex_unlock(&lock);
    return names[number & 1][0] ? argument : NULL;
}

int main(void)
{
    pthread_t thread;
    int three = 3;
    pthread_create(&thread, NULL, worker, &three);
    int more = sum_up(START);
    pthread_mutex_lock(&lock);
    if (more > 9) {
        limit++;
    }
    total += more;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(total < 100);
    return 0;
}
