// expect: safe
// Patterns of the shell, and parts of paths.
#include <assert.h>
#include <fnmatch.h>
#include <libgen.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char first[] = "/usr/lib/", second[] = "name", letter[] = {__VERIFIER_nondet_char(), 0};
    assert(fnmatch("*.[ch]", "main.c", 0) == 0 && fnmatch("*.[!ch]", "main.c", 0) == FNM_NOMATCH);
    assert(fnmatch("*", "a/b", FNM_PATHNAME) == FNM_NOMATCH && fnmatch("*", ".hidden", FNM_PERIOD) == FNM_NOMATCH);
    assert(fnmatch("\\*", "*", 0) == 0 && fnmatch("[[:digit:]]x", "7x", 0) == 0);
    if (fnmatch("[a-c]", letter, 0) == 0)
        assert(letter[0] >= 'a' && letter[0] <= 'c');
    assert(strcmp(basename(first), "lib") == 0 && strcmp(first, "/usr/lib") == 0);
    assert(strcmp(dirname(first), "/usr") == 0 && strcmp(dirname(second), ".") == 0);
}
