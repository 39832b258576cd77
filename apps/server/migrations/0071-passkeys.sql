create table passkey (
  passkey_id text primary key,
  login_id int4 not null references login,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count int8 not null,
  name text not null,
  added_at timestamptz not null,
  used_at timestamptz
);
comment on table passkey is 'Passkeys of logins: their public keys only.';
comment on column passkey.sign_count is 'Counter of the newest signature that was taken: a lower one is of a copy.';
create index passkey_of_login on passkey (login_id, added_at);

create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('signIn', 'add', 'stepUp')),
  bound_to text not null,
  expires_at timestamptz not null,
  unique (purpose, bound_to)
);
comment on table passkey_challenge is
  'What passkeys have to sign, as hashes: a row goes when an answer to it comes. A session or a step-up has one.';
create index passkey_challenge_expiry on passkey_challenge (expires_at);
