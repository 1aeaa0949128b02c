// expect: violation
// kinds: memory
// message: use after scope
// case: KIND=1 none optimal default
// case: KIND=2 none optimal default
// case: KIND=3 none optimal default
// case: KIND=4 none optimal default
// case: KIND=5 none optimal default
// Labels that leave the marks of scopes where they are: nothing jumps past a declaration, and no variable in the same block stands before
// the label.
static int *p, count;

static void use(void)
{
    ++*p; // <- violation
}

static void label_first(void)
{
    {
    again:;
        int v = 1;
        p = &v;
        if (count++ < 1)
            goto again;
    }
    use();
}

static void label_behind(void)
{
    {
        int v = 1;
        p = &v;
    }
again:
    if (count++ < 1)
        goto again;
    use();
}

static void jumped_over(int k)
{
    if (k)
        goto over;
    {
        int v = 1;
        p = &v;
    }
over:
    use();
}

static void last_case(int k)
{
    switch (k) {
    case 2: count++; break;
    case 1:;
        int v = 1;
        p = &v;
        break;
    }
    use();
}

static void left_by_goto(void)
{
    {
        int v = 1;
        p = &v;
        while (count++ < 3)
            if (count == 2)
                goto out;
    }
out:
    use();
}

int main(void)
{
    switch (KIND) {
    case 1: label_first(); break;
    case 2: label_behind(); break;
    case 3: jumped_over(0); break;
    case 4: last_case(1); break;
    case 5: left_by_goto(); break;
    }
}
