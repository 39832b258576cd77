create table staff_passkey (
  passkey_id text primary key,
  staff_id int4 not null references staff,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count int8 not null,
  name text not null,
  added_at timestamptz not null,
  used_at timestamptz
);
comment on table staff_passkey is 'Passkeys of people of the console: their public keys only.';
comment on column staff_passkey.sign_count is 'Counter of the newest signature that was taken: a lower one is of a copy.';
create index staff_passkey_of_staff on staff_passkey (staff_id, added_at);

alter table passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge add constraint passkey_challenge_purpose_check
  check (purpose in ('signIn', 'add', 'stepUp', 'staffSignIn', 'staffAdd'));
