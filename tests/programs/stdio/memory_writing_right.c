// expect: safe
// fmemopen for writing: what is written is in the memory after fflush and fclose, with a zero where there is room;
// what does not fit is an error. "a" goes on behind the text that is there.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[8] = "abcdefg", small[4] = "", joined[8] = "ab", line[8];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert(out && fprintf(out, "%d", 42) == 2 && text[0] == 'a');
    assert(fflush(out) == 0 && strcmp(text, "42") == 0 && text[3] == 'd');
    assert(fputs("!", out) >= 0 && fclose(out) == 0 && strcmp(text, "42!") == 0);

    out = fmemopen(small, sizeof small, "w");
    assert(out && fputs("12345", out) >= 0 && fflush(out) == EOF && ferror(out));
    assert(fclose(out) == 0 && strcmp(small, "123") == 0);

    out = fmemopen(joined, sizeof joined, "a");
    assert(out && ftell(out) == 2 && fputs("cd", out) >= 0 && fclose(out) == 0 && strcmp(joined, "abcd") == 0);

    FILE *both = fmemopen(NULL, 8, "w+");
    assert(both && fputs("x\ny\n", both) >= 0);
    rewind(both);
    assert(fgets(line, sizeof line, both) && strcmp(line, "x\n") == 0 && getc(both) == 'y');
    assert(getc(both) == '\n' && getc(both) == EOF && fclose(both) == 0);
    errno = 0;
    assert(!fmemopen(text, sizeof text, "x") && errno == EINVAL);
    return 0;
}
