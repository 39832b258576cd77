-- An order also ends when a loss within the day takes what it has set aside, and its owner is told.
drop index orders_lost;
create index orders_lost on orders (ended_at_ms)
  where not live and (state = 'rejected'
     or (ended_at_ms > placed_at_ms
         and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd', 'lossCover')
              or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))));
