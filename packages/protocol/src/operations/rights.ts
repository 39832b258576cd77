import * as z from 'zod/mini';
import { clientIdInput, empty, idInput } from '#fields.ts';
import { operation } from '#operation.ts';
import { withReceipt } from '#proof.ts';
import { entitlementField } from '#rights.ts';

export const rightsList = operation({
  name: 'rightsList',
  method: 'GET',
  path: '/stock/order/rights/list',
  effect: 'read',
  role: 'customer',
  summary:
    'What rights issues entitle the account to and what it has applied for, open ones first, then the newest.',
  input: empty,
  output: z.object({ list: z.array(entitlementField) }),
  refusals: [],
});

export const rightsApply = operation({
  name: 'rightsApply',
  method: 'POST',
  path: '/stock/order/rights/apply',
  effect: 'command',
  role: 'customer',
  summary:
    'Applies for so many new shares instead of what was applied for before, and sets their price aside; 0 withdraws the application.',
  input: z.strictObject({
    clientId: clientIdInput,
    issueId: idInput,
    quantity: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number of shares')),
  }),
  output: z.object({ entitlement: entitlementField, duplicate: z.boolean(), ...withReceipt }),
  refusals: [
    'KYC_REQUIRED',
    'RIGHTS_UNKNOWN',
    'RIGHTS_CLOSED',
    'RIGHTS_MAX',
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_FROZEN',
    'OWN_EXCLUSION',
    'OWN_HOURS',
    'CLIENT_ID_REUSED',
  ],
});
