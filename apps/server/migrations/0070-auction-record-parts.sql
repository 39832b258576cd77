-- A record of many orders is written in parts, each by one command, so that no row is as long as an auction.
alter table auction_record add column begun_sequence int8;
comment on column auction_record.begun_sequence is
  'The command that wrote the first lines of the record; null where one command wrote all of them.';
