-- Corrections of money: proposed by one person of staff, decided by another, then posted by the engine.
create table correction (
  correction_id text primary key,
  login_id int4 not null references login,
  account_id int4 not null,
  environment text not null check (environment in ('real', 'demo')),
  direction text not null check (direction in ('toAccount', 'fromAccount')),
  house text not null check (house in ('corrections', 'outside')),
  wallet text not null,
  asset_id text not null,
  scale int2 not null,
  units int8 not null check (units > 0),
  words text not null,
  thread_id text not null references chat_thread,
  rule_version text not null,
  staff_id int4 not null references staff,
  client_id text not null,
  content_hash bytea not null,
  proposed_at timestamptz not null,
  lapses_at timestamptz not null,
  state text not null
    check (state in ('waiting', 'approved', 'posted', 'failed', 'refused', 'withdrawn', 'lapsed')),
  decided_by int4 references staff,
  decided_at timestamptz,
  reason text,
  failure text,
  sequence int8,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'posted') = (sequence is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (decided_by is null or decided_by <> staff_id or state = 'withdrawn'),
  unique (staff_id, client_id)
);
create index correction_waiting on correction (proposed_at, correction_id) where state = 'waiting';
create index correction_lapsing on correction (lapses_at) where state = 'waiting';
create index correction_approved on correction (decided_at, correction_id) where state = 'approved';
create index correction_done on correction (decided_at desc, correction_id desc) where state <> 'waiting';
comment on table correction is 'Postings of money between a customer and a ledger account of the house that two people of staff decide.';
comment on column correction.units is 'Amount in the smallest unit of the asset; scale says how many decimals that has.';
comment on column correction.sequence is 'Number of the command that posted it.';
comment on column correction.failure is 'Code for which the engine refused it: nothing moved.';
