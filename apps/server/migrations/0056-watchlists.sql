-- Several named watchlists of a login, each in an order of its owner's own. The one of before is the first.
create table watchlist_name (
  owner int8 not null,
  list_id text not null,
  -- Empty for the first list while its owner has given it none.
  name text not null,
  -- The first stands at 0. A slot is taken once, so that no two devices make a list more than there may be.
  slot int2 not null check (slot between 0 and 9),
  place int4 not null default 0,
  primary key (owner, list_id),
  unique (owner, slot)
);
comment on table watchlist_name is 'Named watchlists of a login, in its own order by place.';
create unique index watchlist_name_once on watchlist_name (owner, lower(name));

alter table watchlist add column list_id text not null default 'first';
-- Lowest first; what was added since its owner ordered the list stands at 0, newest first.
alter table watchlist add column place int4 not null default 0;
alter table watchlist drop constraint watchlist_pkey;
alter table watchlist add primary key (owner, list_id, instrument_id);
