-- What each call auction had when it ended, without a name: its price and its fills are derived from it again.
create table auction_record (
  sequence int8 not null,
  instrument_id text not null,
  lane text not null,
  reference_price int8 not null,
  tick_size int8 not null,
  lines text not null,
  primary key (sequence, instrument_id, lane)
);
comment on table auction_record is
  'The interest of an auction as lines side,price,quantity,priority,kind. Its hash stands in the outcome of the command that ended the auction, under the signed heads.';
-- Who stood in a book when somebody was filled: those that are open, and those that ended since.
create index orders_ended on orders using brin (ended_at_ms) with (autosummarize = on);
