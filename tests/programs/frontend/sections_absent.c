// expect: inconclusive
// message: the variable '__start_nothing', which no file defines
// A section that nobody puts anything into.
extern int __start_nothing;

int main(void)
{
    return __start_nothing;
}
