-- A writer that took the lease anew and did not hear the answer must know its own hand in it.
alter table lease add column holder text not null default '';
comment on column lease.holder is 'Name of the writer that took it last, made when its process started.';
