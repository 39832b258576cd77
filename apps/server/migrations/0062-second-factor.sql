create table login_totp (
  login_id int4 primary key references login,
  sealed_key bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  last_step int8 not null default 0
);
comment on table login_totp is 'The authenticator of a login; its key stands here under a key that is not in the database.';
comment on column login_totp.last_step is 'Half minute of the newest code that was taken: none is taken twice.';

create table recovery_code (
  login_id int4 not null references login,
  code_hash bytea not null,
  primary key (login_id, code_hash)
);
comment on table recovery_code is 'Codes that stand in for a lost authenticator, as keyed hashes; a row goes when its code is used.';

alter table sign_in drop constraint sign_in_outcome_check;
alter table sign_in add constraint sign_in_outcome_check
  check (outcome in ('signedIn', 'wrongPassword', 'wrongFactor'));
