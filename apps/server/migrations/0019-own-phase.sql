-- Call auctions that one share has by itself: after a halt, and on its listing day.
alter table instrument add column own_phase text;
comment on column instrument.own_phase is 'The phase of this share alone while its venue is open; null while it follows its venue.';
