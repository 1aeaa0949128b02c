// heddle: --property=data-race
// expect: violation
// kinds: data-race
// The files are two, the memory that is read into is one.
// case: optimal default
// case: STREAM=1 optimal default
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[4];

static void *read_it(void *name)
{
#ifdef STREAM
    FILE *file = fopen(name, "w+");
    fputs("ab", file);
    rewind(file);
    fread(buffer, 1, 2, file);
#else
    int file = open(name, O_CREAT | O_RDWR, 0600);
    pwrite(file, "ab", 2, 0);
    read(file, buffer, 2);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, read_it, "a");
    pthread_create(&threads[1], NULL, read_it, "b");
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
