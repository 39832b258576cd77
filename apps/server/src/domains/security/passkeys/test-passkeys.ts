import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey without a device, for tests: an ECDSA key that signs what it is told to. */
export interface TestPasskey {
  readonly id: string;
  readonly key: KeyObject;
  /** Coordinates of the public key. */
  readonly point: readonly [Buffer, Buffer];
  userHandle: string;
  count: number;
}

export interface Ceremony {
  readonly challenge: string;
  readonly host?: string;
  readonly origin?: string;
  /** Flags of the authenticator: present and verified unless told otherwise. */
  readonly flags?: number;
  readonly crossOrigin?: boolean;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;
const ID_BYTES = 32;

export function newTestPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')] as const;
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    key: privateKey,
    point,
    userHandle: '',
    count: 0,
  };
}

/** Answer of the browser to a new passkey. */
export function registrationOf(passkey: TestPasskey, of: Ceremony): string {
  const data = Buffer.concat([
    headOf({ ...of, flags: (of.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY }, passkey.count),
    Buffer.alloc(16),
    lengthOf(ID_BYTES),
    Buffer.from(passkey.id, 'base64url'),
    keyOf(passkey),
  ]);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
  ]);
  const clientDataJSON = clientOf('webauthn.create', of).toString('base64url');
  return answerOf(passkey, { clientDataJSON, attestationObject: attestation.toString('base64url') });
}

/** Answer of the browser to a challenge; the counter goes on by one unless it is given. */
export function assertionOf(passkey: TestPasskey, of: Ceremony, count?: number): string {
  passkey.count = count ?? passkey.count + 1;
  const head = headOf(of, passkey.count);
  const client = clientOf('webauthn.get', of);
  const signed = Buffer.concat([head, createHash('sha256').update(client).digest()]);
  return answerOf(passkey, {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: head.toString('base64url'),
    signature: sign('sha256', signed, passkey.key).toString('base64url'),
    ...(passkey.userHandle !== '' && { userHandle: passkey.userHandle }),
  });
}

function answerOf({ id }: TestPasskey, response: object): string {
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}

function clientOf(type: string, of: Ceremony): Buffer {
  const { challenge, origin = 'http://localhost:8080', crossOrigin = false } = of;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function headOf({ host = 'localhost', flags = PRESENT_AND_VERIFIED }: Ceremony, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), counter]);
}

function lengthOf(length: number): Buffer {
  const written = Buffer.alloc(2);
  written.writeUInt16BE(length);
  return written;
}

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), lengthOf(value.length), value]);

/** The public key as COSE has it: kind EC2, ES256, P-256 and the two coordinates. */
function keyOf({ point: [x, y] }: TestPasskey): Buffer {
  const coordinate = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, 32]), value]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    Buffer.concat([Buffer.from([0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)]),
  ]);
}
