// expect: safe
// case: HOW=1 optimal classic
// case: HOW=2 optimal classic
// case: HOW=3 optimal
// case: HOW=4 optimal
// case: HOW=5 optimal
// case: HOW=6 optimal classic
// case: HOW=7 optimal
// case: HOW=8 optimal classic
// case: HOW=9 optimal classic
// Loops that compute a new deadline in each round wait for their condition, as those with a fixed one do.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int done, timeouts;

static void add_milliseconds(struct timespec *time, long milliseconds)
{
    time->tv_sec += milliseconds / 1000;
    time->tv_nsec += milliseconds % 1000 * 1000000;
    if (time->tv_nsec >= 1000000000) {
        time->tv_sec++;
        time->tv_nsec -= 1000000000;
    }
}

static struct timespec in_milliseconds(long milliseconds)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    add_milliseconds(&time, milliseconds);
    return time;
}

static void *finish(void *argument)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    sem_post(&semaphore);
    return argument;
}

static time_t seconds_of_date(void)
{
    return time(NULL);
}

static struct timespec next_deadline(void)
{
    struct timespec time;
#if HOW == 1
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += 1;
#elif HOW == 2
    clock_gettime(CLOCK_REALTIME, &time);
    add_milliseconds(&time, 100);
#elif HOW == 3
    struct timeval now;
    gettimeofday(&now, NULL);
    time.tv_sec = now.tv_sec + 1;
    time.tv_nsec = now.tv_usec * 1000;
#elif HOW == 4
    struct timeval now;
    gettimeofday(&now, NULL);
    now.tv_usec += 200000;
    time.tv_sec = now.tv_sec + now.tv_usec / 1000000;
    time.tv_nsec = now.tv_usec % 1000000 * 1000;
#elif HOW == 5
    time = (struct timespec){.tv_sec = seconds_of_date() + 2};
#elif HOW == 6
    time = in_milliseconds(250);
#elif HOW == 7
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time = now;
    time.tv_sec += 2;
#elif HOW == 8
    clock_gettime(CLOCK_MONOTONIC, &time);
    unsigned long long milliseconds = time.tv_sec * 1000ull + time.tv_nsec / 1000000 + 250;
    time.tv_sec = (time_t)(milliseconds / 1000);
    time.tv_nsec = (long)(milliseconds % 1000 * 1000000);
#else
    time = in_milliseconds(1);
#endif
    return time;
}

static int wait_once(const struct timespec *deadline)
{
#if HOW == 9
    return sem_timedwait(&semaphore, deadline) ? errno : 0;
#else
    return pthread_cond_timedwait(&condition, &mutex, deadline);
#endif
}

int main(void)
{
    pthread_t thread;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, HOW == 8 ? CLOCK_MONOTONIC : CLOCK_REALTIME);
    pthread_cond_init(&condition, &attributes);
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, finish, NULL);
    if (HOW != 9)
        pthread_mutex_lock(&mutex);
    int result = 1;
    while (HOW == 9 ? result != 0 : !done) {
        struct timespec deadline = next_deadline();
        result = wait_once(&deadline);
        assert(result == 0 || result == ETIMEDOUT);
        timeouts += result == ETIMEDOUT;
    }
    if (HOW != 9)
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(done == 1);
    return 0;
}
