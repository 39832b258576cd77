-- Who sent an order in the account's name; null where the customer did, or where the row is of before agents were named.
alter table orders add column agent text;
