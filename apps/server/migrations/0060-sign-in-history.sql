create table sign_in (
  sign_in_id int8 generated always as identity primary key,
  login_id int4 not null references login,
  at timestamptz not null,
  outcome text not null check (outcome in ('signedIn', 'wrongPassword')),
  device text not null,
  address text not null,
  is_new_device boolean not null default false
);
comment on table sign_in is 'Sign-ins of a login, and tries with a wrong password, as its owner sees them; kept for 90 days.';
create index sign_in_of_login on sign_in (login_id, at desc, sign_in_id desc);
create index sign_in_age on sign_in (at);
