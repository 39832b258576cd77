-- The protection of a market order is decided by the price of its moment: a share has two, and the price between them.
alter table instrument add column protection_low_price int8;
alter table instrument add column protection_low_bps int4;
comment on column instrument.protection_low_price is 'Below this best price protection_low_bps protects a market order, from it on protection_bps; null where one protection holds.';
