-- After a restart between an auction and the first quotes the auction's price still sets stops free.
alter table last_price add column uncrossed bool;
comment on column last_price.uncrossed is 'The price is of an auction, and no quote has come since; else null.';
