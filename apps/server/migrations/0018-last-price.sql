-- What was paid last in each lane's book, so that a restart judges triggers as before.
create table last_price (
  instrument_id text not null,
  lane text not null check (lane in ('real', 'demo')),
  price int8 not null check (price > 0),
  at_ms int8 not null,
  primary key (instrument_id, lane)
) with (fillfactor = 50);
comment on table last_price is
  'The last price of a book as the journal has it: a customer''s newest fill, or what the command prices.keep wrote down of the house''s prints. at_ms is when it was written.';
insert into last_price
select distinct on (instrument_id, lane) instrument_id, lane, price, at_ms from fill
 order by instrument_id, lane, sequence desc, index desc;
