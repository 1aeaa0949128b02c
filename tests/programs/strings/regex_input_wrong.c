// expect: violation
// kinds: assertion
// A check of a name that forgets the end: what stands behind a valid beginning is accepted, too.
#include "heddle.h"

#include <assert.h>
#include <regex.h>

int main(void)
{
    regex_t expression;
    char name[4];
    heddle_symbolic(name, sizeof name, "name");
    heddle_assume(name[3] == 0);
    assert(regcomp(&expression, "^[a-z_]+", REG_EXTENDED | REG_NOSUB) == 0);
    if (regexec(&expression, name, 0, NULL, 0) == 0)
        for (int i = 0; name[i]; i++)
            assert(name[i] == '_' || (name[i] >= 'a' && name[i] <= 'z'));
    regfree(&expression);
    return 0;
}
