import { OWN_LIMIT_NAMES, type OwnLimit } from '#model/own-limit.ts';
import { ACCOUNT_ID, AMOUNT, ASSET_ID, COUNT, column, INSTANT, oneOf, optional } from '#model/rows/column.ts';
import { rowKind } from '#model/rows/row-kind.ts';

export const ownLimits = rowKind<OwnLimit>()({
  table: 'own_limit',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'name', 'assetId'],
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    name: column('name', oneOf(OWN_LIMIT_NAMES)),
    assetId: column('asset_id', ASSET_ID),
    offsetMinutes: column('offset_minutes', COUNT),
    value: optional('value', AMOUNT),
    nextFromMs: optional('next_from_ms', INSTANT),
    nextValue: optional('next_value', AMOUNT),
    period: column('period', COUNT),
    used: column('used', AMOUNT),
  },
});
