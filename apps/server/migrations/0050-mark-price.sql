-- The price by which margin and close-out judge what is open in an instrument, and when it was made.
create table mark_price (
  instrument_id text primary key,
  price_mark int8 not null check (price_mark > 0),
  price_index int8 check (price_index > 0),
  at_ms int8 not null
) with (fillfactor = 50);
comment on table mark_price is
  'The newest mark of an instrument, by the command prices.mark. at_ms is when the price was made, not when it came; price_index is null where an instrument follows nothing elsewhere.';
