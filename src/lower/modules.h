// One LLVM module: reading it, with all that can be wrong with it, and linking it with another.
#ifndef HEDDLE_LOWER_MODULES_H
#define HEDDLE_LOWER_MODULES_H

#include "lower/parts.h"

#include <llvm-c/Core.h>

#include <stdbool.h>

// Makes LLVM report through `error` of the functions below instead of printing or aborting. Call once per
// context.
void module_install_handlers(LLVMContextRef context);
// While this is on, a crash is reported as damage of the file that module_now has named.
void module_catch_crashes(bool on);
void module_now(const char *file);
// One line of what LLVM says: `text`, or if that is empty, what it has reported.
void module_explain(struct error *error, const char *file, const char *text);
// The name of which LLVM has said that two modules define it; NULL: of none.
const char *module_defined_twice(void);

// Reads and verifies a module, owned by the caller. NULL with the error set.
LLVMModuleRef module_read(LLVMContextRef context, const struct part *part, struct error *error);
// Reads bitcode; bodies of functions are read when they are linked, and nothing is verified.
LLVMModuleRef module_read_later(LLVMContextRef context, const struct part *part, struct error *error);
bool module_is_bitcode(const struct part *part);
// False with the error set if LLVM's rules are broken, or heddle cannot have it.
bool module_verify(LLVMModuleRef module, const char *name, struct error *error);

// The file that the user knows: the one the module was compiled from, else `file`.
const char *module_user_name(LLVMModuleRef module, const char *file);
// Whether it is for x86 with pointers of *bits bits; 0 there becomes its own.
bool module_check_target(LLVMModuleRef module, const char *file, unsigned *bits, struct error *error);
// Leaves natives that replace definitions (program/natives.def) as declarations.
void module_override(LLVMModuleRef module, bool own_errors);
// Links `other` into `module`; `other` is gone then.
bool module_link(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *error);
// Runs LLVM's passes, named as for `opt -passes=`. False with the error set.
bool module_run_passes(LLVMModuleRef module, const char *passes, struct error *error);
bool module_defines(LLVMModuleRef module, const char *name);

#endif
