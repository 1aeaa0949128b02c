// expect: violation
// kinds: memory
// message: use after scope: read of 4 bytes in v
// case: KIND=1 none optimal default
// case: KIND=2 none optimal default
// case: KIND=3 none optimal default
// case: KIND=4 none optimal default
// case: KIND=5 none optimal default
// Variables whose scopes clang does not mark: something jumps past their declaration, or they stand behind a label where another
// variable is in scope, or the function has a computed goto.
static int *p, count;

static void use(void)
{
    ++*p; // <- violation
}

static void jumped_into(int k)
{
    if (k)
        goto in;
    {
        int v;
    in:
        v = 2;
        p = &v;
    }
    use();
}

static void case_behind(int k)
{
    switch (k) {
    case 1:;
        int v = 1;
        p = &v;
        break;
    case 2: p = 0;
    }
    use();
}

static void label_before_in_block(void)
{
    {
        int other = 0;
    again:;
        int v = 1;
        p = &v;
        if (other++ < 1)
            goto again;
        count += *&other;
    }
    use();
}

static void computed_goto(int k)
{
    static void *const targets[] = {&&first, &&second};
    {
        int v = 1;
        p = &v;
    }
    goto *targets[k];
first:
    use();
second:
    count++;
}

static void left_by_continue(void)
{
    for (int round = 0; round < 2; round++) {
        if (round)
            use();
        {
            if (round)
                goto in;
            int v = 1;
        in:
            p = &v;
            if (v == 1)
                continue;
        }
    }
}

int main(void)
{
    switch (KIND) {
    case 1: jumped_into(1); break;
    case 2: case_behind(1); break;
    case 3: label_before_in_block(); break;
    case 4: computed_goto(0); break;
    case 5: left_by_continue(); break;
    }
}
