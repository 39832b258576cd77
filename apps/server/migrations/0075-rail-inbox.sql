create table rail_inbox (
  item_id int8 generated always as identity primary key,
  rail text not null,
  change_key text not null,
  change bytea not null,
  fingerprint bytea not null,
  contradicts boolean not null default false,
  came_at_ms int8 not null,
  taken_at_ms int8,
  unique (rail, change_key)
);
comment on table rail_inbox is
  'What banks and chains have said, each thing once, in the order in which it came; sealed, because it names people and their accounts.';
comment on column rail_inbox.contradicts is
  'It was said under a key under which something else had been said before: for a person to look at.';
comment on column rail_inbox.taken_at_ms is 'When a domain had made of it what is to be made.';
create index rail_inbox_open on rail_inbox (item_id) where taken_at_ms is null;

create table rail_cursor (
  rail text primary key,
  cursor text not null,
  at_ms int8 not null
);
comment on table rail_cursor is 'Place in the feed of each rail up to which everything is in the inbox.';
