create table login_freeze (
  login_id int4 not null references login,
  placed_by text not null check (placed_by in ('owner', 'staff')),
  began_at timestamptz not null,
  primary key (login_id, placed_by)
);
comment on table login_freeze is
  'Logins whose accounts take no new risk, by whose wish: an owner''s wish never undoes that of staff.';
