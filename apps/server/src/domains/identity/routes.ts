import { type CheckedInputOf, OPERATIONS, type OutputOf } from '@tarazu/protocol';
import { appealDecision } from '#domains/identity/service/appeal.ts';
import type { IdentityParts } from '#domains/identity/service/parts.ts';
import { takePhoto } from '#domains/identity/service/photos.ts';
import { readAuth } from '#domains/identity/service/status.ts';
import { submitDocuments } from '#domains/identity/service/submit.ts';
import { type Binding, bind, type CallContext } from '#gateway/binding.ts';
import { type Reply, refuse, type Session } from '#ports.ts';

type Update = (typeof OPERATIONS)['userUpdate'];

export function identityBindings(parts: IdentityParts): readonly Binding[] {
  return [bind(OPERATIONS.userAuth, (_input, session, { nowMs }) => readAuth(parts, session, nowMs))];
}

const missing = (field: string) =>
  refuse('INVALID_INPUT', { field, detail: { problem: `${field}: is missing` } });

/** The types of `/user/update` that are about who somebody is. */
export async function updateIdentity(
  parts: IdentityParts,
  input: CheckedInputOf<Update>,
  { session, context }: { readonly session: Session; readonly context: CallContext },
): Promise<Reply<OutputOf<Update>>> {
  const { nowMs, file } = context;
  const { type, side, appeal } = input;
  if (type === 'kyc') return submitDocuments(parts, session, { input, nowMs });
  if (type === 'kycAppeal')
    return appeal === undefined ? missing('appeal') : appealDecision(parts, session, { text: appeal, nowMs });
  if (side === undefined) return missing('side');
  if (file === undefined) return refuse('PHOTO_MISSING', { field: 'photo' });
  return takePhoto(parts, session, { side, file, nowMs });
}
