// expect: safe
// output: [7] two=2, text\n
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char line[64];

static int format(const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    int n = vsnprintf(line, sizeof line, pattern, list);
    va_end(list);
    return n;
}

static void print(const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    vprintf(pattern, list);
    va_end(list);
}

int main(void)
{
    assert(format("%s=%d, %s", "two", 2, "text") == 11);
    assert(strcmp(line, "two=2, text") == 0);
    print("[%ld] %s\n", 7L, line);
    return 0;
}
