-- A session is deleted with the last of its tokens; those of before are deleted here.
delete from session s where not exists (select from session_token t where t.session_id = s.session_id);
