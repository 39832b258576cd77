-- Who people are: their documents, photos of them, and who decided what about them.

create table identity_key (
  one_row boolean primary key default true check (one_row),
  sealed bytea not null
);
comment on table identity_key is 'The key of documents and photos, under the key of the installation: another key of the installation needs no document written anew.';

create table identity_picture (
  picture_id text primary key,
  login_id int4 not null references login,
  side text not null check (side in ('front', 'reverse', 'selfie')),
  byte_count int4 not null,
  width int4 not null,
  height int4 not null,
  contrast int4 not null,
  print bytea not null,
  created_at timestamptz not null
);
comment on table identity_picture is 'Photos, which lie sealed in files of that name; the newest of a side is the one that a submission takes.';
comment on column identity_picture.width is 'Pixels of the photo that came, before it was made smaller.';
comment on column identity_picture.contrast is 'Standard deviation of its brightness.';
comment on column identity_picture.print is 'Its look in 64 bits, by which one photo in two places is noticed.';
create index identity_picture_of_login on identity_picture (login_id, side, created_at desc);
create index identity_picture_age on identity_picture (created_at);

create table identity_case (
  case_id text primary key,
  login_id int4 not null references login,
  state text not null check (state in ('pending', 'succ', 'fail')),
  stage text not null check (stage in ('automatic', 'manual', 'appeal')),
  country text not null,
  document_type text not null check (document_type in ('idCard', 'drivingLicense', 'passport')),
  sealed bytea,
  number_masked text not null,
  number_hash bytea not null,
  tax_number_masked text,
  tax_number_hash bytea,
  front_id text not null references identity_picture,
  reverse_id text not null references identity_picture,
  selfie_id text not null references identity_picture,
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reasons text[] not null default '{}',
  appeal_sealed bytea,
  appealed_at timestamptz,
  first_decided_by text,
  taken_by text,
  holds boolean not null default false,
  check (state <> 'fail' or cardinality(reasons) > 0),
  check (not holds or state = 'succ')
);
comment on table identity_case is 'One try of a person to say who they are.';
comment on column identity_case.sealed is 'Name, numbers, birth and place under the key of documents; of an Aadhaar card not the number. Null when that key was lost.';
comment on column identity_case.number_hash is 'Keyed hash of the number, by which one document with two logins is noticed.';
comment on column identity_case.decided_by is '`rules`, or the member of staff who decided.';
comment on column identity_case.first_decided_by is 'Who decided before an appeal: somebody else decides about it.';
comment on column identity_case.taken_by is 'The member of staff who has opened it: the rules leave it alone from then on.';
comment on column identity_case.holds is 'The login is verified by these documents.';
create unique index identity_case_pending on identity_case (login_id) where state = 'pending';
create unique index identity_case_number on identity_case (number_hash) where holds;
create unique index identity_case_tax_number on identity_case (tax_number_hash) where holds;
create unique index identity_case_held on identity_case (login_id) where holds;
create index identity_case_of_login on identity_case (login_id, submitted_at desc);
create index identity_case_waiting on identity_case (due_at, case_id) where state = 'pending';
create index identity_case_decided on identity_case (decided_at desc, case_id) where state <> 'pending';

create table identity_act (
  act_id int8 generated always as identity primary key,
  case_id text not null references identity_case,
  staff_id text not null,
  act text not null check (act in ('open', 'photo', 'number', 'decide')),
  detail text,
  acted_at timestamptz not null
);
comment on table identity_act is 'What staff did with the documents of a person: each look at a photo or a number too.';
create index identity_act_of_case on identity_act (case_id, act_id);
