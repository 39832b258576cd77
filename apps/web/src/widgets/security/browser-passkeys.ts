import type { CallOutput } from '#client/calls.ts';

/** Passkeys of the person's devices, as the browser makes and asks for them. */

const WAIT_MS = 120_000;
/** Signatures that the server takes: Ed25519, ECDSA with P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257];

/** Whether this page stands where the passkeys of the installation are made. */
export function isPasskeyPlace(host: string | undefined): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && window.location.hostname === host;
}

/** Whether a page has a name, without which there are no passkeys, and a browser that knows them. */
export function mayHavePasskeys(): boolean {
  const { hostname } = window.location;
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Undefined: the person left it, or the device has none to offer. */
export async function makePasskey(
  begun: CallOutput<'passkeyBegin'>,
): Promise<{ readonly credential: string } | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge, host, userHandle, userName, known } = begun;
  const optionsJSON = {
    challenge,
    rp: { id: host, name: 'Tarazu' },
    user: { id: userHandle, name: userName, displayName: userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' } as const,
    attestation: 'none' as const,
    timeout: WAIT_MS,
  };
  return textOf(startRegistration({ optionsJSON }));
}

/** Undefined: the person left it, or the device has none to offer. */
export async function askPasskey(asked: {
  readonly challenge: string;
  readonly host: string;
  readonly known?: readonly string[];
}): Promise<{ readonly credential: string } | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challenge, host: rpId, known = [] } = asked;
  const optionsJSON = {
    challenge,
    rpId,
    allowCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
    userVerification: 'required' as const,
    timeout: WAIT_MS,
  };
  return textOf(startAuthentication({ optionsJSON }));
}

/** The parts of an answer that the server reads: what a browser adds besides may be long. */
async function textOf(
  answering: Promise<{
    readonly id: string;
    readonly rawId: string;
    readonly type: string;
    response: object;
  }>,
): Promise<{ readonly credential: string } | undefined> {
  try {
    const { id, rawId, type, response } = await answering;
    const read = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
    const kept = Object.fromEntries(Object.entries(response).filter(([name]) => read.includes(name)));
    return { credential: JSON.stringify({ id, rawId, type, response: kept }) };
  } catch {
    // The browser has told the person, in a window of its own, what was wrong.
    return undefined;
  }
}
