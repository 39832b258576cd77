-- A split or a bonus reaches whoever is entitled to new shares by an open rights issue, whether or not they still hold any.
create index entitlement_of_share on entitlement (instrument_id, account_id) where ended_at_ms is null;
