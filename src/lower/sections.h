// Sections whose names are C identifiers: linkers lay out all that is put into one, one after another, and
// define
// __start_NAME and __stop_NAME around it. Tables to which any file adds entries are made so.
#ifndef HEDDLE_LOWER_SECTIONS_H
#define HEDDLE_LOWER_SECTIONS_H

#include <llvm-c/Core.h>

#include <stdbool.h>
#include <stdint.h>

// Whether the module refers to the beginning or end of such a section.
bool sections_used(LLVMModuleRef module);
// Remembers which variables of the module, which is about to be linked as number `order`, are in such
// sections, and in which order.
void sections_note(LLVMModuleRef module, uint32_t order);
// Makes one variable of each section whose beginning or end is referred to, when everything is linked: what
// it holds lies where a linker puts it. A section that no variable is in, or something else, stays undefined.
void sections_lay_out(LLVMModuleRef module);

#endif
