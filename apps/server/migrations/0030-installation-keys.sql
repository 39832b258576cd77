-- What this installation's keys are known by. The keys themselves stand in files, apart from the database.

create table installation_key (
  name text primary key check (name in ('secret', 'signing')),
  fingerprint bytea check (octet_length(fingerprint) = 32),
  bound_at timestamptz not null default now()
);
comment on table installation_key is
  'A start with another key is refused: passwords would be dead, and heads signed by a stranger. Changed by "npm run rotate-key" alone.';
comment on column installation_key.fingerprint is
  'Null: in use from before fingerprints were kept, so that the next start binds the key that it finds and makes none.';

insert into installation_key (name, fingerprint)
select 'signing', public_key from log_head order by number desc limit 1;
insert into installation_key (name)
select 'secret' where exists (select from log_head);

create table key_handover (
  number int8 generated always as identity primary key,
  after_head int8 not null,
  head_hash bytea not null,
  old_key bytea not null,
  new_key bytea not null,
  at_ms int8 not null,
  signature bytea,
  is_past boolean not null default false
);
comment on table key_handover is
  'Which key signs heads after which, in the word of the one before: a signature over head, time and both keys. Null where the old key was lost.';
comment on column key_handover.is_past is 'Of a log that was closed when the secret key was replaced.';

create table log_head_past (like log_head, closed_at timestamptz not null default now());
comment on table log_head_past is
  'Heads of a log that was closed because the secret key, of which its salts came, was replaced. Customers may still hold them.';
