-- The tab bar of an account is the person's choice; without one the installation's preset holds. The former
-- default told nothing: it stood there whether somebody had chosen it or not.
alter table login alter column tab_bar drop not null;
alter table login alter column tab_bar drop default;
update login set tab_bar = null where tab_bar = 'trader';
