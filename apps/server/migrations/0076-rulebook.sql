create table rule_version (
  version text primary key check (version ~ '^[a-z][a-z0-9-]{1,60}$'),
  family text not null,
  effective_from date not null,
  document jsonb not null,
  source jsonb not null,
  staff text[] not null,
  published_at timestamptz not null,
  unique (family, effective_from)
);
comment on table rule_version is
  'Rules with dates: each version holds from 00:00 of its day in India on. Only ever added to.';
comment on column rule_version.staff is 'Numbers of the two people who published it; none where it came with the program.';
