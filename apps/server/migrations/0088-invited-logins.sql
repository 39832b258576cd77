-- Whoever somebody invited, latest first.
create index login_of_inviter on login (invited_by, login_id desc) where invited_by is not null;
drop index login_invited_by;
