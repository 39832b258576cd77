-- Documents end on their last day, and their owner is told before.

alter table identity_case add column expires_on date, add column reminded_at timestamptz;
comment on column identity_case.expires_on is 'Last day of the document, infinity where it has none; null of a case of before there was this column, until it is read.';
comment on column identity_case.reminded_at is 'When the owner was told that the document will expire.';
create index identity_case_expiry on identity_case (expires_on) where holds;
