// expect: safe
// por: source optimal default
// fmemopen for reading: lines, numbers, places and the end, with a stream of its own in each thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[] = "10 20\nrest of it";

static void *parse(void *none)
{
    FILE *in = fmemopen(text, strlen(text), "r");
    int first, second;
    char word[16];
    assert(in && fileno(in) == -1 && errno == EBADF);
    assert(fscanf(in, "%d %d", &first, &second) == 2 && first == 10 && second == 20);
    assert(fgetc(in) == '\n' && ftell(in) == 6);
    assert(fgets(word, sizeof word, in) && strcmp(word, "rest of it") == 0);
    assert(fgetc(in) == EOF && feof(in) && !ferror(in));
    assert(fseek(in, -2, SEEK_END) == 0 && fgetc(in) == 'i' && ungetc('x', in) == 'x' && fgetc(in) == 'x');
    rewind(in);
    assert(fread(word, 1, 3, in) == 3 && memcmp(word, "10 ", 3) == 0);
    assert(fputc('x', in) == EOF && fclose(in) == 0);
    return none;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parse, NULL);
    parse(NULL);
    pthread_join(thread, NULL);
    char bytes[4] = {'a', 0, 'b', 0};
    FILE *in = fmemopen(bytes, sizeof bytes, "rb");
    bytes[0] = 'c'; // nothing was read yet
    assert(fgetc(in) == 'c' && fgetc(in) == 0 && fgetc(in) == 'b' && fgetc(in) == 0 && fgetc(in) == EOF);
    return fclose(in);
}
