// A forgotten field that is a function.
//
// expect: violation
// kinds: memory
// message: call of an uninitialised pointer, which depends on uninitialised block of 16 bytes allocated at .*function_never_set_wrong\.c:24

#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*run)(int argument);
    int argument;
};

static void *work(void *job)
{
    ((struct job *)job)->run(((struct job *)job)->argument); // <- violation
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct job *job = malloc(sizeof *job);
    job->argument = 1; // and not job->run
    pthread_create(&thread, NULL, work, job);
    pthread_join(thread, NULL);
    free(job);
    return 0;
}
