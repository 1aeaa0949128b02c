; Written by hand, as optimised code has it: variables that are described by several values, by one, and by none that is left.
define i32 @sum(i32 %x, i32 %y) !dbg !4 {
entry:
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 %y), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !9
  call void @llvm.dbg.value(metadata i32 %x, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata i32 poison, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata !DIArgList(i32 %y, i32 %x), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus, DW_OP_stack_value)), !dbg !9
  %sum = add i32 %x, %y, !dbg !9
  ret i32 %sum, !dbg !9
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "described.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 1, type: !5, unit: !0, retainedNodes: !7, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!5 = !DISubroutineType(types: !6)
!6 = !{!10, !10, !10}
!7 = !{!8}
!8 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !10)
!9 = !DILocation(line: 2, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
