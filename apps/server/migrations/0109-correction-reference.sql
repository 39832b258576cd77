-- Money from outside has a reference of the bank or chain, by which it is corrected once.
alter table correction add column reference text check (reference is null or house = 'outside');
create unique index correction_reference on correction (environment, translate(upper(reference), '-/', ''))
  where reference is not null and state in ('waiting', 'approved', 'posted');
comment on column correction.reference is 'Reference of the bank or chain for money that came from outside or went there; null where it was the operator’s own.';
