-- Which warnings a customer got about a position within the day: each is sent once.
create table intraday_warning (
  account_id int8 not null,
  instrument_id text not null,
  opened_at_ms int8 not null,
  kind text not null,
  sent_at_ms int8 not null,
  primary key (account_id, instrument_id, opened_at_ms, kind)
);
comment on table intraday_warning is 'kind: loss40 and so on by the percent of the margin that is lost, hour before squaring off, squareOff when it began.';
