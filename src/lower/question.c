#include "lower/question.h"

#include <stddef.h>

static void resolve_branch(LLVMBuilderRef builder, LLVMValueRef branch, bool truth)
{
    LLVMPositionBuilderBefore(builder, branch);
    LLVMBuildBr(builder, LLVMGetSuccessor(branch, truth ? 0 : 1));
    LLVMInstructionEraseFromParent(branch);
}

static void resolve_call(LLVMBuilderRef builder, LLVMValueRef call, bool truth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (LLVMIsABranchInst(LLVMGetUser(use)))
            resolve_branch(builder, LLVMGetUser(use), truth);
    }
    LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), truth, 0));
    LLVMInstructionEraseFromParent(call);
}

// Only the runtime library asks; what else uses the name is left, as something unmodelled.
static bool is_question(LLVMValueRef user, LLVMValueRef question)
{
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == question &&
           LLVMTypeOf(user) == LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(user)));
}

static LLVMValueRef open_question(LLVMModuleRef module, const char *name)
{
    LLVMValueRef question = LLVMGetNamedFunction(module, name);
    return question && LLVMIsDeclaration(question) ? question : NULL;
}

bool question_is_asked(LLVMModuleRef module, const char *name)
{
    return open_question(module, name) != NULL;
}

void question_resolve(LLVMModuleRef module, const char *name, bool truth)
{
    LLVMValueRef question = open_question(module, name);
    if (!question)
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef use = LLVMGetFirstUse(question), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (is_question(LLVMGetUser(use), question))
            resolve_call(builder, LLVMGetUser(use), truth);
    }
    LLVMDisposeBuilder(builder);
    if (!LLVMGetFirstUse(question))
        LLVMDeleteFunction(question);
}

// Each question, and the function whose presence answers it, or one of two.
static const struct {
    const char *question, *functions[2];
} questions[] = {
    {"__heddle_threads_are_cancelled", {"__runtime_cancelled"}},
    {"__heddle_signals_are_sent", {"__runtime_signal_thread", "__runtime_signal_process"}},
    {"__heddle_signals_are_descriptors", {"__runtime_new_signal_descriptor"}},
    {"__heddle_streams_are_wide", {"__runtime_orients_to_wide"}},
    {"__heddle_limits_are_set", {"__runtime_sets_limits"}},
    {"__heddle_streams_are_opened", {"__runtime_put_to_stream"}},
    {"__heddle_files_are_read", {"__runtime_shows_files"}},
    {"__heddle_links_are_made", {"__runtime_makes_links"}},
    {"__heddle_times_are_set", {"__runtime_sets_times"}},
    {"__heddle_buffers_are_given", {"__runtime_note_buffer"}},
    {"__heddle_streams_are_locked", {"__runtime_locks_streams"}},
    {"__heddle_processes_are_made", {"__runtime_fork"}},
    {"__heddle_names_are_read", {"__runtime_reads_names"}},
    {"__heddle_scheduling_is_read", {"__runtime_reads_scheduling"}},
    {"__heddle_affinity_is_read", {"__runtime_reads_affinity"}},
    {"__heddle_output_is_locked", {"__runtime_locks_output"}},
    {"__heddle_output_is_redirected", {"__runtime_redirects_output"}},
};

static bool defines_function(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = name ? LLVMGetNamedFunction(module, name) : NULL;
    return function && !LLVMIsDeclaration(function);
}

void questions_resolve(LLVMModuleRef module)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        question_resolve(module, questions[i].question,
                         defines_function(module, questions[i].functions[0]) ||
                             defines_function(module, questions[i].functions[1]));
}
