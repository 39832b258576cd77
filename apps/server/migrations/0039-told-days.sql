-- A day of the tape was what it had seen of it. Now it is the whole day as it was told, made when it is over, of the minutes that are kept.
delete from candle where interval = '1d';
comment on table candle is 'The tape: minutes in which the market lived, also without a trade, and days that are over.';
