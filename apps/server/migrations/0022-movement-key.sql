-- A movement is asked for by its account, so one index serves for its key and for the list; who asks by sequence alone (the audit) reads a
-- stretch that was written together, for which an index of page ranges is enough and costs an order nothing.

alter table movement drop constraint movement_pkey;
drop index movement_of_account;
alter table movement add primary key (account_id, sequence, part);
create index movement_of_sequence on movement using brin (sequence) with (autosummarize = on);
