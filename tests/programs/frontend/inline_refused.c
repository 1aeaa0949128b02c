// expect: inconclusive
// message: call of 'lost', which has no body
// Where a file cannot be compiled for the bodies of its inline functions, it is checked without them.
#define WORD(x) #x
#define TEXT(x) WORD(x)
_Static_assert(sizeof TEXT(inline) == 7, "nobody else defines this word");

inline int lost(int x)
{
    return x + 1;
}

int main(void)
{
    return lost(-1);
}
