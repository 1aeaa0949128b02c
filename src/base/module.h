// Modules of heddle's own that are opened when they are first needed: what they link (the C++ library, a
// solver) costs programs that need none of it nothing.
#ifndef HEDDLE_BASE_MODULE_H
#define HEDDLE_BASE_MODULE_H

// Opens the module in the file beside heddle (base/installed.h) and returns its table, which begins with its
// version as an `int`. The symbol is a function without parameters that returns the table. The module stays
// open as long as the process lives. NULL: there is no such module, or it is of another version.
const void *module_table(const char *file, const char *symbol, int version);

#endif
