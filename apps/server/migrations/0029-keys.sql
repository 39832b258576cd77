-- Who holds an instrument is asked by each corporate action: by the instrument, and not by reading every position. The column never
-- changes, so that only the first purchase of an instrument pays for it.
create index position_of_instrument on position (instrument_id, account_id);
-- What was told is forgotten by its age.
create index order_notice_age on order_notice (sent_at_ms);
create index intraday_warning_age on intraday_warning (sent_at_ms);
