-- A house account stands against all customers of a lane together: some nine million demo accounts of 10,000 USDT would not have fitted.
alter table house_balance alter column amount type numeric;
