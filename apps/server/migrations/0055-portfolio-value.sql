-- What each account was worth at the end of each day, and all that it was computed from.
create table portfolio_day (
  day int4 primary key,
  ends_at_ms int8 not null,
  from_sequence int8 not null,
  through_sequence int8 not null,
  reached_account int8 not null,
  closed_at_ms int8
);
comment on table portfolio_day is
  'A day in India (days since 1970) whose values are being written or are: movements after from_sequence and up to through_sequence are of it. Every account up to reached_account has its row; closed_at_ms is null while some have none.';

create table portfolio_price (
  day int4 not null,
  instrument_id text not null,
  price int8 not null check (price >= 0),
  price_scale int2 not null,
  source text not null check (source in ('candle', 'ticker')),
  primary key (day, instrument_id)
);
comment on table portfolio_price is
  'The last published price of each instrument at a day''s end, by which its accounts are valued: the close of its last minute, or its ticker where the charts are of another time. Written once.';

create table portfolio_value (
  account_id int8 not null,
  day int4 not null,
  value int8 not null,
  cash int8 not null,
  flow int8 not null,
  through_sequence int8 not null,
  primary key (account_id, day)
);
comment on table portfolio_value is
  'What an account was worth at a day''s end, in paise: what its movements up to through_sequence left of each asset, at the prices of that day. Written once. Older than 400 days only ends of months and days with a flow are kept.';
comment on column portfolio_value.cash is 'The part of value that is rupees.';
comment on column portfolio_value.flow is
  'What came from outside on the day less what left, at the same prices: it is no profit.';
