-- Price alerts: kept here so that one fires once, whatever happens to the server in between.
create table alert (
  alert_id text primary key,
  account_id int8 not null,
  login_id int4 not null references login,
  instrument_id text not null,
  condition text not null,
  level int8 not null,
  created_at_ms int8 not null,
  fired_at_ms int8,
  price_fired text
);
comment on table alert is 'What an account wants to be told of. A fired one stays as the record that it was.';
comment on column alert.level is 'Scaled by the price decimals of the instrument; by two for percent.';
create index alert_of_account on alert (account_id, created_at_ms desc);
-- The same wish twice is one alert, and a start reads only what waits.
create unique index alert_waiting on alert (account_id, instrument_id, condition, level) where fired_at_ms is null;
