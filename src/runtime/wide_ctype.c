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
