-- Corrections of one customer: those that wait, and those of the last month.
create index correction_of_login on correction (login_id, proposed_at desc);
