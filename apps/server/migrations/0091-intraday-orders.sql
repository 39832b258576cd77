-- Open orders of another product than the usual one of their kind, such as within the day: those of before the hour of squaring off end at it, also where nothing is open beside them.
create index orders_within_day on orders (placed_at_ms, order_id) where live and product is not null;
