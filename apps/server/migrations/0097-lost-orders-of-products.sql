-- A square-off of what is open within the day ends orders of other products too: their owners are told, whether or not such an order names its product.
drop index orders_lost;
create index orders_lost on orders (ended_at_ms)
  where not live and (state = 'rejected'
     or (ended_at_ms > placed_at_ms
         and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd', 'lossCover', 'insufficientFunds', 'corporateAction', 'accountFrozen')
              or (cancel_cause = 'squareOff' and (product is null or product not in ('intraday')))
              or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))));
