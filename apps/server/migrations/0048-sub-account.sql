-- A sub-account has a parent and a purpose; its parent counts those that are open. Own limits are of any account.
alter table account
  add column parent_id int8,
  add column purpose text,
  add column sub_account_count int4,
  add column open_orders_max int4,
  add column order_value_max int8,
  add column order_value_asset text;
create index account_parent on account (parent_id) where parent_id is not null;
