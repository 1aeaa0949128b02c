#include "runtime/character_classes.h"

character_test isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace,
    isupper, isxdigit;

character_test *__runtime_character_class(const char *name, size_t length)
{
    static const struct {
        const char *name;
        character_test *has;
    } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
                   {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
                   {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if (strlen(classes[k].name) == length && memcmp(classes[k].name, name, length) == 0)
            return classes[k].has;
    return NULL;
}
