-- What is asked every few seconds: which open entitlements are of an issue that has closed.

create index entitlement_open on entitlement (closes_at_ms) where ended_at_ms is null;
