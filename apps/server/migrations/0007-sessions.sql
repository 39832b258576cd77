-- What a call auction needs to know of an instrument.

alter table instrument add column closes_by text check (closes_by in ('auction', 'average'));
alter table instrument add column reference_price int8;
comment on column instrument.closes_by is 'How the day''s last price is made: by a closing auction, or as the average of the last half hour.';
comment on column instrument.reference_price is 'Where an auction''s price stays near when several would do.';
