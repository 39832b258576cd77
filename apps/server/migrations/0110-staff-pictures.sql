-- Pictures that customer service sends: shown to the customer, and not counted among theirs.
alter table chat_picture add column staff_id int4 references staff;
comment on column chat_picture.staff_id is 'Person of staff who sent it; null where the customer did.';
comment on column chat_picture.login_id is 'Customer of the conversation, who may look at it.';
