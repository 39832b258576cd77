import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';

/** A push service of its own and a browser that it carries to: for tests. */
export interface PushService {
  readonly origin: string;
  /** A new subscription, as a browser would get it. */
  subscribe(): Subscription;
  /** Pushes in the order of arrival. */
  readonly arrived: Arrived[];
  /** The next one that arrives. */
  next(): Promise<Arrived>;
  /** The status of its answers from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The text of a body, as the browser decrypts it (RFC 8291). */
  decrypt(body: Buffer): string;
}

export interface Arrived {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export async function openPushService(): Promise<PushService> {
  const arrived: Arrived[] = [];
  const arrivals = new EventEmitter<{ arrived: [Arrived] }>();
  let status = 201;
  let subscriptions = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', body: Buffer.concat(chunks), headers: request.headers };
      arrived.push(one);
      arrivals.emit('arrived', one);
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    arrived,
    next: async () => {
      const [one] = await once(arrivals, 'arrived');
      return one;
    },
    subscribe: () => {
      subscriptions += 1;
      return subscriptionAt(`${origin}/push/${subscriptions}`);
    },
    answerWith: (next) => {
      status = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function subscriptionAt(endpoint: string): Subscription {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    p256dh: point.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt: (body) => {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number): Buffer =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}

/** The claims of a token of RFC 8292 that is signed with the key beside it. */
export function claimsOf(authorization: unknown, publicKey: string): unknown {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(String(authorization));
  assert.ok(match !== null, String(authorization));
  const [, head = '', claims = '', signature = '', key = ''] = match;
  assert.equal(key, publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const of = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: of, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned, 'the token is signed with the key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
