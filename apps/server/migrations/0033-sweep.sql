-- Work over many that goes on in steps, and how far it is.
create table sweep (
  sequence int8 not null,
  index int4 not null,
  name text not null,
  instrument_id text not null,
  environment text not null,
  opened_at_ms int8 not null,
  place text not null,
  done_count int8 not null,
  ended_at_ms int8,
  primary key (sequence, index)
);
comment on table sweep is
  'A sweep that took more than one command: the end of a session, a new band, orders that go to their book. sequence and index name the command that opened it; place is what its kind must know to go on; ended_at_ms is null while it is open.';
-- What a start must read.
create index sweep_open on sweep (sequence, index) where ended_at_ms is null;
