// expect: safe
// What an expression takes of three bytes, all of them.
#include "heddle.h"

#include <assert.h>
#include <regex.h>

int main(void)
{
    regex_t expression;
    regmatch_t parts[2];
    char name[4];
    heddle_symbolic(name, sizeof name, "name");
    heddle_assume(name[3] == 0);
    assert(regcomp(&expression, "^([a-z_]+)$", REG_EXTENDED) == 0);
    if (regexec(&expression, name, 2, parts, 0) == 0) {
        assert(parts[1].rm_so == 0 && parts[1].rm_eo > 0 && name[parts[1].rm_eo] == 0);
        for (int i = 0; name[i]; i++)
            assert(name[i] == '_' || (name[i] >= 'a' && name[i] <= 'z'));
    }
    regfree(&expression);
    return 0;
}
