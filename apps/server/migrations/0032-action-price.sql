-- An action that is tried again, perhaps on a later day, is done at the price of its first try.
alter table corporate_action add column price_first int8 check (price_first > 0);
comment on column corporate_action.price_first is 'The published price by which the action is done on every account: what a part of a share is paid at, or the close before a rights issue. Null for a dividend, and before the first try.';
