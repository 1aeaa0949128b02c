// Where the lifetimes of block-scope variables begin and end, as clang marks it, or heddle where clang does
// not (unmarked.h). Private to src/lower.
#ifndef HEDDLE_LOWER_SCOPES_H
#define HEDDLE_LOWER_SCOPES_H

#include <llvm-c/Core.h>

#include <stdbool.h>

// Whether the instruction is such a mark (llvm.lifetime.start or end).
bool scope_is_mark(LLVMValueRef instruction);
bool scope_has_marks(LLVMValueRef variable);
void scope_erase_marks(LLVMValueRef variable);
// Whether the address of the variable goes anywhere but where an access goes.
bool scope_escapes(LLVMValueRef variable);

// What a mark of heddle's says besides. SCOPE_MARK_ENTERED: the block is entered, unless control is in it
// already; SCOPE_MARK_DOUBTFUL: or so it seems.
enum { SCOPE_MARK_ENTERED = 1, SCOPE_MARK_DOUBTFUL = 2 };
void scope_mark(LLVMBuilderRef builder, LLVMValueRef variable, bool end, unsigned flags);
unsigned scope_mark_flags(LLVMValueRef mark);

// Drops the marks that can make no difference, and undoes what clang does to the control flow in order to
// have them: a block in which scopes end is left by a switch over where to go, which ways into it have
// stored. Every way in gets its own copy of the marks and goes there directly.
void scopes_reduce(LLVMModuleRef module);

// mem2reg promotes a variable whose address only ever was in another variable that it has promoted, scopes or
// not, and accesses after the end of the scope would be none any more. So variables that still have marks are
// kept in memory: to be called before and after mem2reg.
void scopes_pin(LLVMModuleRef module);
void scopes_unpin(LLVMModuleRef module);

#endif
