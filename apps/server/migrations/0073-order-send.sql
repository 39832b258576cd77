-- How a person sends an order from a ticket holds on every device of theirs; without a choice a tap sends it.
alter table login add column order_send text check (order_send in ('tap', 'ask', 'swipe'));
