-- Where a writer that was rebuilt after a failed commit finds out whether a commit succeeds again, before anybody orders.
create table commit_probe (
  epoch int8 not null,
  filler bytea not null
);
comment on table commit_probe is 'One row: what was written last by such a try, large enough to need room on the disk.';
