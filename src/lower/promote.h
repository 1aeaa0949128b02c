// Scalar replacement of local variables, before lowering. LLVM's own SROA is not used: it may load from other
// memory ahead of a branch and splits copies of shared objects, that is, adds accesses that the program does
// not make.
#ifndef HEDDLE_LOWER_PROMOTE_H
#define HEDDLE_LOWER_PROMOTE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

// Takes apart every local variable of the module whose address does not escape and that is only accessed in
// disjoint pieces, each always as a whole: a piece becomes a variable of its own, an integer, which mem2reg
// then turns into values. Accesses to other memory are left as they are.
void promote_pieces(LLVMModuleRef module);

#endif
