// heddle: --havoc=riddle
// expect: inconclusive
// message: mystery
// Only the functions named are havoc.
extern int mystery(int);

int main(void)
{
    return mystery(3) == 4;
}
