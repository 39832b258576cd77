-- Purchases with a bracket that have ended: what the clock asks once a second, to order their two ends.

create index orders_bracket on orders (ended_at_ms) where not live and quantity_filled > 0 and terms like '%"bracket":%';
