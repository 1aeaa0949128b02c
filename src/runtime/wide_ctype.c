// <wctype.h> for the C locale: characters beyond ASCII are of no class.
#include "runtime/runtime.h"

typedef unsigned wide; // wint_t

enum { ASCII_END = 128 };

#define CLASS(NAME)                                                                                          \
    int is##NAME(int);                                                                                       \
    int isw##NAME(wide c)                                                                                    \
    {                                                                                                        \
        return c < ASCII_END && is##NAME((int)c);                                                            \
    }
CLASS(alnum)
CLASS(alpha)
CLASS(blank)
CLASS(cntrl)
CLASS(digit)
CLASS(graph)
CLASS(lower)
CLASS(print)
CLASS(punct)
CLASS(space)
CLASS(upper)
CLASS(xdigit)

wide towlower(wide c)
{
    return c < ASCII_END ? (wide)__runtime_to_lower((int)c) : c;
}

wide towupper(wide c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

// What wctrans gives; 0: no mapping has that name.
enum { NO_MAPPING, TO_LOWER, TO_UPPER };

uintptr_t wctrans(const char *name)
{
    return strcmp(name, "tolower") == 0 ? TO_LOWER : strcmp(name, "toupper") == 0 ? TO_UPPER : NO_MAPPING;
}

wide towctrans(wide c, uintptr_t mapping)
{
    return mapping == TO_LOWER ? towlower(c) : mapping == TO_UPPER ? towupper(c) : c;
}
