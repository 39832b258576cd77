import * as z from 'zod/mini';
import { correctionProposers } from '#access/staff-roles.ts';
import { clientIdInput, decimalInput, environmentField, idInput } from '#fields.ts';
import { operation } from '#operation.ts';
import { walletField } from '#products/list.ts';

/**
 * The call by which staff propose a correction: a balanced posting between a customer and an account of the
 * house ledger. It moves nothing until another person of another role decides in the queue.
 */

export const consoleCorrectionPropose = operation({
  name: 'consoleCorrectionPropose',
  method: 'POST',
  path: '/console/corrections/propose',
  effect: 'command',
  role: 'staff',
  staffRoles: correctionProposers,
  summary:
    'Proposes a correction of money, with a reason and the conversation it is about. It is posted when another person agrees in time.',
  input: z.strictObject({
    clientId: clientIdInput,
    userId: z.string().check(z.regex(/^[1-9]\d{8}$/, 'must be the number of a customer')),
    environment: environmentField,
    direction: z.enum(['toAccount', 'fromAccount']),
    /** The ledger account on the other side. */
    house: z.enum(['corrections', 'outside']),
    wallet: walletField,
    asset: z.string().check(z.regex(/^[A-Z]{3,10}$/, 'must be money such as INR or USDT')),
    amount: decimalInput,
    /** Of the bank or chain; where the other side is `outside`, and only there. */
    reference: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^[A-Za-z0-9][A-Za-z0-9/-]{5,99}$/,
            'must have 6 to 100 letters and digits, as the bank or chain gave it',
          ),
        ),
    ),
    /** Id of the conversation with customer service that it is about. */
    ticket: idInput,
    /** Why, in words that the customer reads too. */
    text: z.string().check(
      z.refine(
        (text) => text.trim().length >= 20 && !/\p{C}/u.test(text),
        'must say why, in at least 20 characters',
      ),
      z.maxLength(300, 'must have at most 300 characters'),
    ),
  }),
  output: z.object({ id: z.string() }),
  refusals: [
    'NOT_FOUND',
    'STAFF_OWN_ACCOUNT',
    'CORRECTION_LIMIT',
    'CORRECTION_TICKET',
    'CORRECTIONS_FULL',
    'CORRECTION_DOUBLE',
    'CORRECTION_REFERENCE',
    'CLIENT_ID_REUSED',
  ],
});
