-- The orders of a basket come of one command: all but the first have their place in the basket in the bits of order_id above 2^40, so that
-- ids stay unique and the command is order_id & (2^40 - 1). An index of theirs alone lists them by time; plain orders pay nothing for it.
create index orders_basket_legs on orders (account_id, (order_id & 1099511627775), order_id) where order_id >= 1099511627776;
comment on column orders.order_id is
  'The sequence of the command that placed it; above it, from 2^40 on, its place in its basket.';
