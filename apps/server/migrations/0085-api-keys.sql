-- Keys by which programs of customers call: what each may do, from where, and how much.

create table api_key (
  key_id text primary key,
  login_id int4 not null references login,
  account_id int4 not null,
  environment text not null check (environment in ('real', 'demo')),
  name text not null,
  scope text not null check (scope in ('read', 'trade')),
  secret bytea not null,
  addresses text[] not null,
  order_max_inr text,
  order_max_usdt text,
  day_orders_max int4,
  orders_on date,
  orders_of_day int4 not null default 0,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_from text
);
comment on table api_key is 'Keys of programs; a key that has ended is gone.';
comment on column api_key.secret is 'Under the key of the installation: signatures are checked with it.';
comment on column api_key.addresses is 'From where it may be used, addresses or networks such as 203.0.113.0/24; empty for anywhere.';
comment on column api_key.orders_on is 'The day in India on which `orders_of_day` were placed.';
create index api_key_of_account on api_key (account_id, made_at);
create index api_key_of_login on api_key (login_id);
create index api_key_expiry on api_key (expires_at);
