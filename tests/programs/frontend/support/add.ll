; Written by hand: no attributes, no debug information.
@table = global [3 x i32] [i32 1, i32 2, i32 3]

define i32 @add_one(i32 %x) {
entry:
  %odd = and i32 %x, 1
  %is_odd = icmp eq i32 %odd, 1
  br i1 %is_odd, label %yes, label %no

yes:
  %a = add i32 %x, 1
  br label %join

no:
  %b = or i32 %x, 1
  br label %join

join:
  %result = phi i32 [ %a, %yes ], [ %b, %no ]
  ret i32 %result
}
