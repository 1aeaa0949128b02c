// expect: safe
// case: CALL=1 default
// case: CALL=2 default
// case: CALL=3 default
// case: CALL=4 default
// What asks for the state of a stream, or changes it, waits for the thread that holds the stream's lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef CALL
#define CALL 1
#endif

static FILE *file;

static void *other(void *argument)
{
    (void)argument;
    switch (CALL) {
    case 1: ungetc('x', file); break;
    case 2: assert(ftell(file) == 0); break;
    case 3: rewind(file); break;
    default: clearerr(file);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    fputs("ab", file);
    rewind(file);
    pthread_create(&thread, 0, other, 0);
    flockfile(file);
    int first = getc(file), second = CALL == 2 ? ungetc(first, file) : getc(file);
    int end = CALL > 2 ? getc(file) : EOF;
    assert(CALL < 3 || (end == EOF && feof(file)));
    funlockfile(file);
    assert(!(first == 'a' && second == 'x'));
    pthread_join(thread, 0);
    fclose(file);
    return 0;
}
