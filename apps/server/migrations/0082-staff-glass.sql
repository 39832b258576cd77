-- Parts of customers that staff opened beyond their role, in an emergency.
create table staff_glass (
  glass_id text primary key,
  staff_id int4 not null references staff,
  login_id int4 not null references login,
  part text not null,
  words text not null,
  broken_at timestamptz not null,
  until_at timestamptz not null,
  looked_at timestamptz,
  verdict text check (verdict in ('justified', 'unjustified')),
  check ((looked_at is null) = (verdict is null))
);
comment on table staff_glass is 'Break-glass: who opened what of whom for half an hour, why, and what two others said of it.';
create index staff_glass_of_staff on staff_glass (staff_id, login_id, until_at);
create index staff_glass_waiting on staff_glass (broken_at, glass_id) where looked_at is null;
create index staff_glass_done on staff_glass (looked_at desc, glass_id desc) where looked_at is not null;
-- A search of the staff log by what was done.
create index staff_log_of_act on staff_log (act, sequence desc);
