-- Approvals that nobody bound to what was approved are worth nothing.
delete from queue_approval;
alter table queue_approval add column seen_hash bytea not null;
comment on column queue_approval.seen_hash is
  'Hash of the thing as its first person saw it: when it changes, or a day has passed, the approval is void.';
create index queue_approval_age on queue_approval (approved_at);
