// expect: violation
// kinds: assertion
// Two threads add one to the number in a file.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *add(void *argument)
{
    int number = 0;
    FILE *file = fopen("counter", "r+");
    if (fscanf(file, "%d", &number) == 1) {
        rewind(file);
        fprintf(file, "%d", number + 1);
    }
    fclose(file);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int number = 0;
    FILE *file = fopen("counter", "w+");
    fputs("0", file);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    rewind(file);
    assert(fscanf(file, "%d", &number) == 1 && number == 2); // <- violation
    return 0;
}
