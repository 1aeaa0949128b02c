// expect: inconclusive
// message: an access to the variable 'v', whose block may have ended
// clang: -O1 -g0
// Flags of the program's do not take away what scopes are made of.
static int *p;

static void use(int k)
{
    switch (k) {
        int v;
    case 1:
        v = 1;
        p = &v;
        break;
    default: p = 0;
    }
    ++*p;
}

int main(void)
{
    use(1);
}
