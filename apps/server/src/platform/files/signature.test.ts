import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOf, signatureHeaders } from './signature.ts';

test('a list of a bucket is signed as in the example of Amazon’s manual (Signature Version 4)', () => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com/?${queryOf({ prefix: 'J', 'max-keys': '2' })}`);
  const key = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const { authorization } = signatureHeaders({ method: 'GET', url }, key, Date.parse('2013-05-24T00:00:00Z'));
  assert.equal(
    authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

test('what is signed is in one order and encoded, so that nothing else can be read of it', () => {
  assert.equal(queryOf({ prefix: 'a/b', 'list-type': '2' }), 'list-type=2&prefix=a%2Fb');
});
