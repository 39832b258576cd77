create table known_device (
  device_hash bytea not null,
  login_id int4 not null references login,
  used_at timestamptz not null,
  primary key (device_hash, login_id)
);
comment on table known_device is
  'Devices from which a login was signed in, as the SHA-256 of a secret that the device keeps: strangers can not hold these up.';
create index known_device_of_login on known_device (login_id, used_at desc);
create index known_device_age on known_device (used_at);

alter table captcha add column target_hash bytea;
comment on column captcha.target_hash is 'Keyed hash of the contact whose sign-in a proof of work is for.';
alter table captcha add column number_max int4 not null default 0;
comment on column captcha.number_max is 'How much work it is: numbers to try at most.';

alter table one_time_code add column sender_hash bytea;
comment on column one_time_code.sender_hash is
  'Keyed hash of the known device or network that asked; null for strangers, who have a budget of their own.';

alter table login_failure drop column locked_until;
