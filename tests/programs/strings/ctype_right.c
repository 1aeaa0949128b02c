// expect: safe
#include <assert.h>
#include <ctype.h>

int main(void)
{
    int digits = 0, letters = 0, spaces = 0, capitals = 0, marks = 0;
    for (const char *p = "Abc 123,\tX!"; *p; p++) {
        int c = (unsigned char)*p;
        digits += isdigit(c) != 0;
        letters += isalpha(c) != 0;
        spaces += isspace(c) != 0;
        capitals += isupper(c) != 0;
        marks += ispunct(c) != 0;
        assert(!isalnum(c) == !(isalpha(c) || isdigit(c)));
    }
    assert(digits == 3 && letters == 4 && spaces == 2 && capitals == 2 && marks == 2);
    assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('7') == '7');
    assert(isxdigit('f') && !isxdigit('g') && isprint(' ') && !isprint('\n') && iscntrl('\n'));
    assert(islower('a') && !islower('A') && isgraph('~') && !isgraph(' ') && isblank('\t'));
    return 0;
}
