-- Whose an account is: a sub-account is of the login of the account that owns it, which hears what is said of it.
create view account_login as
  select account.account_id, owner.login_id, owner.environment
    from account join login_account owner on owner.account_id = coalesce(account.parent_id, account.account_id);
