// heddle: --property=assertion,memory,leak,uninitialised,overflow
// expect: safe
// What is written to a stream is read back, by all the functions that read.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_it(void)
{
    FILE *file = fopen("a.txt", "w");
    assert(file && fileno(file) == 3);
    assert(fprintf(file, "%d %s\n", 42, "words") == 9);
    assert(fputs("line two\n", file) >= 0 && fputc('l', file) == 'l' && fwrite("ast", 1, 3, file) == 3);
    assert(fgetc(file) == EOF && ferror(file)); // not open for reading
    clearerr(file);
    assert(!ferror(file) && fclose(file) == 0);
}

static void read_it(FILE *file)
{
    char line[20], word[10];
    int number;
    assert(fscanf(file, "%d %9s", &number, word) == 2 && number == 42 && strcmp(word, "words") == 0);
    assert(fgetc(file) == '\n');
    assert(fgets(line, 5, file) && strcmp(line, "line") == 0);
    assert(fgets(line, sizeof line, file) && strcmp(line, " two\n") == 0);
    assert(!feof(file) && fread(line, 1, sizeof line, file) == 4 && memcmp(line, "last", 4) == 0);
    assert(feof(file) && !ferror(file) && !fgets(line, sizeof line, file));
}

int main(void)
{
    write_it();
    FILE *file = fopen("a.txt", "r+");
    read_it(file);
    rewind(file);
    assert(ftell(file) == 0 && !feof(file));
    char *line = NULL;
    size_t room = 0;
    assert(getline(&line, &room, file) == 9 && room > 9 && strcmp(line, "42 words\n") == 0);
    free(line);
    assert(ungetc('x', file) == 'x' && ftell(file) == 8 && fgetc(file) == 'x' && fgetc(file) == 'l');
    assert(fseek(file, -2, SEEK_END) == 0 && fgetc(file) == 's');
    assert(fseek(file, 1, SEEK_CUR) == 0 && fgetc(file) == EOF && feof(file));
    assert(fseek(file, 0, SEEK_SET) == 0 && fputs("17", file) >= 0);
    rewind(file);
    int number;
    assert(freopen("a.txt", "r", file) == file && fscanf(file, "%d", &number) == 1 && number == 17);
    return fclose(file);
}
