-- The freeze of an owner and that of an operator are two: neither lifts the other's.
alter table account add column owner_frozen boolean;
comment on column account.owner_frozen is 'Frozen by its owner, beside `status`, which is the operator''s.';

alter table login_freeze add column by_status boolean not null default false;
update login_freeze set by_status = true where placed_by = 'owner';
comment on column login_freeze.by_status is 'From before owners had a freeze of their own: `status` of the accounts is theirs, and ends with it.';
