// What a call of a function takes of its thread's stack. Private to src/lower.
#ifndef HEDDLE_LOWER_FRAMES_H
#define HEDDLE_LOWER_FRAMES_H

#include <llvm-c/Core.h>

#include <stdbool.h>
#include <stdint.h>

// Notes it with each function. To be called before variables are promoted to registers, since code without
// optimisation has them all on the stack.
void frames_note(LLVMModuleRef module);
uint32_t frame_bytes(LLVMValueRef function);
// Whether the stack object is made whenever control comes to it: its size is not part of frame_bytes.
bool frame_grows(LLVMValueRef variable);

#endif
