/* What programs for KLEE find as <klee/klee.h> where KLEE's own is not installed. https://klee.github.io */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
uintptr_t klee_choose(uintptr_t below);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_warning(const char *message, ...);
void klee_warning_once(const char *message, ...);
void klee_print_expr(const char *message, ...);
void klee_stack_trace(void);
void klee_open_merge(void);
void klee_close_merge(void);

#ifdef klee_assert
#undef klee_assert
#endif
void klee_assert(int condition);

#ifdef __cplusplus
}
#endif

#endif
