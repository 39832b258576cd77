-- Work over many accounts that goes on in steps, and how far it is.
create table account_sweep (
  sequence int8 primary key,
  name text not null,
  instrument_id text,
  opened_at_ms int8 not null,
  place text not null,
  reached_to int8 not null,
  done_count int8 not null,
  ended_at_ms int8
);
comment on table account_sweep is
  'A sweep over accounts that takes more than one command: a corporate action, lots that settle, orders that expire, a rights issue that closes. sequence names the command that opened it; instrument_id is a share whose books are closed meanwhile; place is what its kind must know; every account up to reached_to has been reached; ended_at_ms is null while it is open.';
-- What a start must read.
create index account_sweep_open on account_sweep (sequence) where ended_at_ms is null;
alter table account add column swept_to int8;
comment on column account.swept_to is 'The newest sweep over accounts that reached this one ahead of its turn, by its sequence; else null.';
