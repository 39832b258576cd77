-- Documents are looked at in the console: each look stands in the staff log, with everything else that staff do.
drop table identity_act;
create index identity_case_waiting_since on identity_case ((coalesce(appealed_at, submitted_at)), case_id)
  where state = 'pending';
comment on column identity_case.taken_by is 'The member of staff who has it: the rules leave it alone as long as it has one.';
