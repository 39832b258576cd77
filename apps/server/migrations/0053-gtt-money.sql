-- A GTT to buy blocks its money when it triggers; one that lacks it ends then, and its owner is told.
drop index orders_lost;
create index orders_lost on orders (ended_at_ms)
  where not live and (state = 'rejected'
     or (ended_at_ms > placed_at_ms
         and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd', 'lossCover', 'insufficientFunds')
              or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))));
