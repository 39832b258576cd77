import { account } from '#messages/en-US/account.ts';
import { identity } from '#messages/en-US/identity.ts';
import { orders } from '#messages/en-US/orders.ts';
import { requests } from '#messages/en-US/requests.ts';
import { security } from '#messages/en-US/security.ts';
import { service } from '#messages/en-US/service.ts';
import { staff } from '#messages/en-US/staff.ts';
import { watching } from '#messages/en-US/watching.ts';
import type { RefusalMessages } from '#messages/message.ts';

/** The spec's messages (section 8) keep their wording. */
export const enUS: RefusalMessages = {
  ...requests,
  ...account,
  ...security,
  ...identity,
  ...watching,
  ...service,
  ...orders,
  ...staff,
};
