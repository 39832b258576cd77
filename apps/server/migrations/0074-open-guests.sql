-- Guests of the demo end in the order in which they came: few are open, however many there were.
create index login_guest_open on login (registered_at, login_id) where guest and status = 1;
