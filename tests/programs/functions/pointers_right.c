// expect: safe
#include <assert.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static operation table[] = {add, subtract, multiply};

static int fold(operation f, int start, const int *values, int count)
{
    for (int i = 0; i < count; i++)
        start = f(start, values[i]);
    return start;
}

static operation pick(char symbol)
{
    return symbol == '+' ? add : symbol == '-' ? subtract : multiply;
}

int main(void)
{
    int values[] = {1, 2, 3, 4};
    assert(fold(table[0], 0, values, 4) == 10);
    assert(fold(table[1], 0, values, 4) == -10);
    assert(fold(table[2], 1, values, 4) == 24);
    assert(pick('-')(5, 3) == 2 && (*pick('*'))(5, 3) == 15);
    assert(pick('+') == add && pick('+') != &subtract);
    return 0;
}
