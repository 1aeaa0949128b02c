// The handle is part of what the helper is given, which its creator goes on using.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
#include <pthread.h>

struct job {
    pthread_t helper;
    int steps;
};

static void *help(void *argument)
{
    struct job *job = argument;
    return job->steps++, NULL; // <- violation
}

static void *work(void *argument)
{
    struct job job = {.steps = 0};
    pthread_create(&job.helper, NULL, help, &job);
    job.steps++;
    pthread_join(job.helper, NULL);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
