create table staff_device (
  staff_id int4 not null references staff,
  device_hash bytea not null,
  used_at timestamptz not null,
  primary key (staff_id, device_hash)
);
comment on table staff_device is
  'Devices at which a person of staff signed in, by the hash of a secret that each keeps: wrong passwords of others do not hold them up.';
create index staff_device_of_secret on staff_device (device_hash);
create index staff_device_age on staff_device (used_at);
comment on table staff_failure is
  'Tries to sign in by keyed hash of the name that was typed and of the guesser''s network or device, whether the name exists or not, so that nobody can tell.';
create index staff_failure_age on staff_failure (last_failed_at);
