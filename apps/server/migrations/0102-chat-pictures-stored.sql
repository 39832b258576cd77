-- Pictures of conversations are counted as they lie on the disk too: what came small may be stored large.
alter table chat_picture add column stored_byte_count int4;
update chat_picture set stored_byte_count = least(byte_count, 4194304);
alter table chat_picture alter column stored_byte_count set not null;
comment on column chat_picture.stored_byte_count is 'Bytes as it is kept; of a picture from before they were counted, as it was sent.';
