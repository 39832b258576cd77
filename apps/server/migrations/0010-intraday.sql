-- Trading within the day on margin (MIS): its terms on orders and instruments, and what is open.
alter table orders add column margin_rate int8;
alter table orders add column is_closing boolean;
alter table orders add column is_square_off boolean;
comment on column orders.margin_rate is 'Of an order within the day: the share of its value that stands behind what it opens, at eight decimals. Null for delivery.';

alter table instrument add column intraday_margin_rate int8;
comment on column instrument.intraday_margin_rate is 'Share of the value that money must cover within the day, at eight decimals; null where nothing is traded so.';

create table intraday_position (
  account_id int8 not null,
  instrument_id text not null,
  quantity int8 not null,
  value int8 not null,
  charges int8 not null,
  margin int8 not null check (margin >= 0),
  profit_realised int8 not null,
  opened_at_ms int8 not null,
  primary key (account_id, instrument_id)
) with (fillfactor = 70);
comment on table intraday_position is
  'What an account has open within the day in an instrument: above zero bought first, below zero sold first. The shares themselves are with the house''s account intraday; the margin stands in the customer''s held bucket.';
-- What the watch over margins and the hour of squaring off ask once a second: few rows, however many were closed.
create index intraday_position_open on intraday_position (account_id, instrument_id) where quantity <> 0;
