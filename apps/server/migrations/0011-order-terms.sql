-- Orders that wait for a trigger or a session, that end at a time, or that show a part of themselves. A plain order has null in both columns.

alter table orders add column expires_at_ms int8, add column terms text;
comment on column orders.live is 'Rests in a book, or waits beside it in the state new. Its own column, so that a partial fill leaves the index of live orders alone.';
comment on column orders.terms is
  'JSON of what only some orders have: trigger, other leg, trailing distance, disclosed quantity, origin, and what an order in the state new waits for.';
-- What the clock asks once a second.
create index orders_expiring on orders (expires_at_ms) where live and expires_at_ms is not null;
