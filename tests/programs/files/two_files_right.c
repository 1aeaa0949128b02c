// expect: safe
// Threads that write to files of their own touch nothing in common. In one file each order of what they write is
// another content: with three threads of two lines each, 6! / 2!^3.
// case: none=70 optimal=1 source=1 classic=1 default=1
// case: SAME=1 optimal=90 default=90
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#ifdef SAME
enum { THREADS = 3 };
#else
enum { THREADS = 2 };
#endif

static void *write_lines(void *file)
{
    for (int i = 0; i < 2; i++)
        fprintf(file, "%d\n", i);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    FILE *files[THREADS];
    char line[8];
    for (int i = 0; i < THREADS; i++)
        files[i] = fopen((char[]){(char)('a' + i), 0}, "w+");
    for (int i = 0; i < THREADS; i++)
#ifdef SAME
        pthread_create(&threads[i], NULL, write_lines, files[0]);
#else
        pthread_create(&threads[i], NULL, write_lines, files[i]);
#endif
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    rewind(files[0]);
    assert(fgets(line, sizeof line, files[0]) && line[0] == '0');
    return 0;
}
