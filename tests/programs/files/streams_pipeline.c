// expect: safe
// executions: optimal=30
// por: source optimal default
// timeout: 30
// Three stages with streams over pipes: opening and closing streams over different descriptors commutes. (Tens of thousands of
// executions when it did not.)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int first[2], second[2];

static void *generate(void *none)
{
    FILE *out = fdopen(first[1], "w");
    for (int i = 0; i < 3; i++)
        fprintf(out, "line %d\n", i);
    fclose(out);
    return none;
}

static void *change(void *none)
{
    FILE *in = fdopen(first[0], "r"), *out = fdopen(second[1], "w");
    char line[16];
    while (fgets(line, sizeof line, in)) {
        line[0] = 'L';
        fputs(line, out);
    }
    fclose(in);
    fclose(out);
    return none;
}

int main(void)
{
    if (pipe(first) || pipe(second))
        return 1;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, generate, NULL);
    pthread_create(&threads[1], NULL, change, NULL);
    FILE *in = fdopen(second[0], "r");
    char line[16];
    int count = 0;
    while (fgets(line, sizeof line, in)) {
        assert(line[0] == 'L' && line[5] == '0' + count);
        count++;
    }
    assert(count == 3);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return fclose(in);
}
