// expect: safe
// A limit (docs/limits.md): clang does not mark the scopes of these variables, so that each lives as long as its function. All accesses
// through `p` behind their blocks are out of scope.
#include <stddef.h>

static int *p, count;

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
    ++*p; // out of scope
}

static void jumped_past_in_switch(int k)
{
    switch (k) {
        int v;
    case 1:
        v = 1;
        p = &v;
        break;
    default: p = NULL;
    }
    ++*p; // out of scope
}

static void case_behind(int k)
{
    switch (k) {
    case 1:;
        int v = 1;
        p = &v;
        break;
    case 2: p = NULL;
    }
    ++*p; // out of scope
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
    ++*p; // out of scope
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
    ++*p; // out of scope
second:
    count++;
}

int main(void)
{
    jumped_into(1);
    jumped_past_in_switch(1);
    case_behind(1);
    label_before_in_block();
    computed_goto(0);
}
