import { account } from '#messages/bn-BN/account.ts';
import { identity } from '#messages/bn-BN/identity.ts';
import { orders } from '#messages/bn-BN/orders.ts';
import { requests } from '#messages/bn-BN/requests.ts';
import { security } from '#messages/bn-BN/security.ts';
import { service } from '#messages/bn-BN/service.ts';
import { staff } from '#messages/bn-BN/staff.ts';
import { watching } from '#messages/bn-BN/watching.ts';
import type { RefusalMessages } from '#messages/message.ts';

export const bnBN: RefusalMessages = {
  ...requests,
  ...account,
  ...security,
  ...identity,
  ...watching,
  ...service,
  ...orders,
  ...staff,
};
