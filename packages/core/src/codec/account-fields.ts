import { Fields } from '#codec/fields.ts';
import type { AccountGrants, AccountOpen } from '#model/commands/account-commands.ts';
import { WALLETS } from '#model/ledger.ts';
import { type AccountLimits, PURPOSES } from '#model/sub-account.ts';
import { accountId, amount, assetId, instrumentId, quantity } from '#values/index.ts';

/* Fields of commands about accounts. */

export function grantsOf(fields: Fields): AccountGrants {
  return {
    cash: fields.list('cash', (json) => {
      const cash = new Fields(json);
      return {
        wallet: cash.oneOf('wallet', WALLETS),
        assetId: assetId(cash.text('assetId')),
        amount: amount(cash.integer('amount')),
      };
    }),
    shares: fields.list('shares', (json) => {
      const shares = new Fields(json);
      return {
        instrumentId: instrumentId(shares.text('instrumentId')),
        quantity: quantity(shares.integer('quantity')),
        cost: amount(shares.integer('cost')),
      };
    }),
  };
}

export function subOfIn(fields: Fields): NonNullable<AccountOpen['subOf']> {
  return { parentId: accountId(fields.whole('parentId')), purpose: fields.oneOf('purpose', PURPOSES) };
}

export function limitsOf(fields: Fields): AccountLimits {
  const value = fields.has('orderValueMax') ? fields.object('orderValueMax') : undefined;
  return {
    ...(fields.has('openOrdersMax') && { openOrdersMax: fields.whole('openOrdersMax') }),
    ...(value && {
      orderValueMax: { assetId: assetId(value.text('assetId')), amount: amount(value.integer('amount')) },
    }),
  };
}
