// expect: inconclusive
// message: call of 'dlopen', which has no body and no model
// message: --havoc=all lets return anything: dlopen, dlsym, dlclose
// Code that is loaded at run time is not there to be checked.
#include <dlfcn.h>
#include <stddef.h>

int main(void)
{
    void *library = dlopen("libm.so.6", RTLD_NOW);
    if (!library)
        return 0;
    double (*f)(double) = (double (*)(double))dlsym(library, "cos");
    int result = f(0) > 2;
    dlclose(library);
    return result;
}
