-- Proceeds that are usable whole stay until they may be withdrawn: the next moment that time makes due for them.
create index lot_undelivered on lot (withdrawable_at_ms) where kind = 'proceeds' and settled and amount_left > 0;
comment on column lot.amount_left is
  'Shares left of the lot. Of proceeds, before their settlement what is not usable yet, and after it what may not be withdrawn yet.';
