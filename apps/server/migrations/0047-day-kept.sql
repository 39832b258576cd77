-- What was told of each instrument's day up to a minute: a start goes on from it instead of making the day again.
create table day_kept (
  instrument_id text primary key,
  from_ms int8 not null,
  until_ms int8 not null,
  bars text not null
);
comment on table day_kept is
  'One row for each instrument: its day so far, of a coin the minutes of 24 hours, of anything else one bar, as JSON text. Made again where a row is missing.';
