-- Freezes of customers' trading by staff: one person freezes at once, two lift it.
create table staff_freeze (
  freeze_id text primary key,
  staff_id int4 not null references staff,
  login_id int4 not null references login,
  words text not null,
  began_at timestamptz not null,
  lifted_at timestamptz,
  verdict text check (verdict in ('cleared', 'mistake')),
  check ((lifted_at is null) = (verdict is null))
);
comment on table staff_freeze is 'Who froze whose trading, why, and what two people said when they lifted it.';
create unique index staff_freeze_of_login on staff_freeze (login_id) where lifted_at is null;
create index staff_freeze_waiting on staff_freeze (began_at, freeze_id) where lifted_at is null;
create index staff_freeze_done on staff_freeze (lifted_at desc, freeze_id desc) where lifted_at is not null;
