-- Accounts with something set aside are loaded at each start: of a table that keeps what has ended, only the rest.
create index hold_open on hold (account_id) where amount <> 0;
