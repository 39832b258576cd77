import { OPERATIONS } from '@tarazu/protocol';
import {
  at,
  because,
  type CustomerLine,
  type CustomerPart,
  codes,
  ifKnown,
  text,
} from '#domains/staff/customers/part.ts';
import { whyIdentity } from '#domains/staff/customers/parts/profile.ts';
import { reply } from '#ports.ts';

/** Documents: how far their verification is, and every try. They are looked at in the queue, not here. */
export const identity: CustomerPart = {
  name: 'identity',
  roles: ['compliance'],
  facts: async (ask) => {
    const auth = await ask(OPERATIONS.userAuth, {});
    if (auth === undefined) return [];
    const why = whyIdentity({ idStatus: auth.idStatus, guest: false }, auth);
    return [
      because(codes('identity', auth.idStatus), why),
      codes('level', auth.level),
      codes('country', auth.country),
      text('triesLeft', auth.triesLeft),
      text('photosLeft', auth.photosLeft),
    ];
  },
  lists: {
    cases: async (ask) => {
      // A guest, to whom the call is refused, has sent no documents.
      const auth = await ask(OPERATIONS.userAuth, {});
      const lines = (auth?.history ?? []).map(
        (one): CustomerLine => ({
          id: one.caseId,
          cells: [
            at('submittedAt', one.submittedAtMs),
            codes('documentType', one.documentType),
            text('documentNumber', one.numberMasked),
            codes('state', one.state),
            codes('why', ...one.reasons),
            ...ifKnown(one.decidedBy, (by) => codes('decidedBy', by)),
            ...ifKnown(one.decidedAtMs, (atMs) => at('decidedAt', atMs)),
          ],
        }),
      );
      return reply({ lines });
    },
  },
};
