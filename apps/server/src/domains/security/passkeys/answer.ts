import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import type { Passkey } from '#domains/security/passkeys/passkey-store.ts';
import type { PasskeyPlace } from '#domains/security/passkeys/place.ts';

/** Answers of browsers about passkeys, read and checked. What does not hold is undefined, whatever it is. */

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,6000}$/));
const credentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,1400}$/));
const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const addedSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});
const signedSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
const clientSchema = z.object({
  challenge: base64url,
  origin: z.string().check(z.maxLength(300)),
  crossOrigin: z.optional(z.boolean()),
});

export type AddedAnswer = Answer<z.output<typeof addedSchema>>;
export type SignedAnswer = Answer<z.output<typeof signedSchema>>;

interface Answer<Read> {
  readonly challenge: string;
  readonly origin: string;
  readonly read: Read;
}

export const readAdded = (text: string): AddedAnswer | undefined => readAnswer(addedSchema, text);
export const readSigned = (text: string): SignedAnswer | undefined => readAnswer(signedSchema, text);

function readAnswer<Read extends { readonly response: { readonly clientDataJSON: string } }>(
  schema: z.ZodMiniType<Read>,
  text: string,
): Answer<Read> | undefined {
  const read = schema.safeParse(jsonOf(text));
  if (!read.success) return undefined;
  const { clientDataJSON } = read.data.response;
  const client = clientSchema.safeParse(jsonOf(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
  // A page of ours inside a page of somebody else asks for no passkey.
  if (!client.success || client.data.crossOrigin === true) return undefined;
  const { challenge, origin } = client.data;
  return { challenge, origin, read: read.data };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Signatures that are taken: Ed25519, ECDSA with P-256, RSA with SHA-256. */
export const ALGORITHMS = [-8, -7, -257];

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

/** A new passkey, made with the person's own check, at this place, for the challenge that it names. */
export async function checkAdded(
  place: PasskeyPlace,
  { read, challenge, origin }: AddedAnswer,
): Promise<NewPasskey | undefined> {
  if (!place.takes(origin)) return undefined;
  const checked = await verifyRegistrationResponse({
    response: { ...read, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: place.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (checked?.verified !== true) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), signCount: counter };
}

/** The counter of a right signature of this passkey; one that is not higher than before is of a copy. */
export async function checkSigned(
  place: PasskeyPlace,
  { credentialId: id, publicKey, signCount }: Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount'>,
  { read, challenge, origin }: SignedAnswer,
): Promise<number | undefined> {
  if (!place.takes(origin)) return undefined;
  const { userHandle, ...response } = read.response;
  const checked = await verifyAuthenticationResponse({
    response: { ...read, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: place.host,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: signCount },
    requireUserVerification: true,
  }).catch(() => undefined);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : undefined;
}
