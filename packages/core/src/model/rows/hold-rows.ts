import { HOLD_OWNERS, type Hold } from '#model/hold.ts';
import { WALLETS } from '#model/ledger.ts';
import { ACCOUNT_ID, AMOUNT, ASSET_ID, column, INSTANT, oneOf, TEXT } from '#model/rows/column.ts';
import { rowKind } from '#model/rows/row-kind.ts';

export const holds = rowKind<Hold>()({
  table: 'hold',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'ownerKind', 'ownerId', 'wallet', 'assetId'],
  open: { field: 'amount', is: 'aboveZero' },
  keeping: { field: 'amount', is: 'notZero' },
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    ownerKind: column('owner_kind', oneOf(HOLD_OWNERS)),
    ownerId: column('owner_id', TEXT),
    wallet: column('wallet', oneOf(WALLETS)),
    assetId: column('asset_id', ASSET_ID),
    amount: column('amount', AMOUNT),
    sinceMs: column('since_ms', INSTANT),
  },
});
