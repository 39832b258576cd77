import { createHash, createHmac } from 'node:crypto';

/** A request as it is signed: no header but those of the signature, and the host. */
export interface SignedRequest {
  readonly method: string;
  /** Its query sorted by name and encoded by `queryOf`. */
  readonly url: URL;
  readonly body?: Uint8Array | undefined;
}

export interface SigningKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Fields of a query in the one order and encoding that can be signed. */
export function queryOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
}

/**
 * Headers that sign a request to an S3-compatible store with its bytes and its minute: AWS Signature Version
 * 4, service `s3`.
 */
export function signatureHeaders(
  { method, url, body }: SignedRequest,
  { accessKey, secretKey, region }: SigningKey,
  atMs: number,
): Readonly<Record<string, string>> {
  const time = new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body ?? '');
  const signed = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, url.search.slice(1), lines.join(''), names, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  return {
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
