// expect: safe
// executions: optimal=6
// por: source optimal default
// Before the output is redirected, threads that print only have to be the first one; then they fill a buffer.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *unused)
{
    (void)unused;
    printf("a line of text\n");
    return NULL;
}

static void work_together(int count)
{
    pthread_t threads[3];
    for (int k = 0; k < count; k++)
        pthread_create(&threads[k], NULL, work, NULL);
    for (int k = 0; k < count; k++)
        pthread_join(threads[k], NULL);
    fflush(stdout);
}

int main(void)
{
    int ends[2];
    char text[64];
    work_together(3);
    assert(pipe(ends) == 0);
    int saved = dup(1);
    dup2(ends[1], 1);
    work_together(2);
    dup2(saved, 1);
    assert(read(ends[0], text, sizeof text) == 30);
    return 0;
}
