# 1 "square.c"
# 1 "<built-in>" 1
# 1 "square.c" 2
# 3 "square.c"
int square(int x)
{
    int __LINE__IS_NO_MACRO_HERE = x;
    return x * __LINE__IS_NO_MACRO_HERE;
}
