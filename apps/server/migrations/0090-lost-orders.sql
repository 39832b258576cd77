-- Owners are told too of orders that a corporate action or a freeze ended, and of delivery orders that a square-off ended.
drop index orders_lost;
create index orders_lost on orders (ended_at_ms)
  where not live and (state = 'rejected'
     or (ended_at_ms > placed_at_ms
         and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd', 'lossCover', 'insufficientFunds', 'corporateAction', 'accountFrozen')
              or (cancel_cause = 'squareOff' and product is null)
              or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))));
