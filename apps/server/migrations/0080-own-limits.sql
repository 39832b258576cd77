-- Limits that people set for their own accounts, each with what is used of it; and the freeze of withdrawals beside that of trading.
create table own_limit (
  account_id int8 not null,
  name text not null,
  asset_id text not null,
  offset_minutes int4 not null,
  value int8,
  next_from_ms int8,
  next_value int8,
  period int4 not null,
  used int8 not null,
  primary key (account_id, name, asset_id)
) with (fillfactor = 70);
comment on table own_limit is
  'A limit that a person has set: value holds until next_from_ms, next_value from then on, by time alone; null is no limit. used is of the day, week or month with the number period.';
comment on column own_limit.offset_minutes is 'Minutes by which the account''s clock is ahead of UTC: its days begin by it.';

alter table account add column withdrawals_frozen boolean;
comment on column account.withdrawals_frozen is 'Nothing is paid out: a freeze of its owner, beside that of trading.';
