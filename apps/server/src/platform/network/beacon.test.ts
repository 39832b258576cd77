import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { openBeacon } from '#platform/network/beacon.ts';

/** A relay on this machine that answers as it is told. */
let answer: object = {};
const asked: string[] = [];
const relay = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.statusCode = 'round' in answer ? 200 : 404;
  response.end(JSON.stringify(answer));
});
await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
after(() => relay.close());
const address = relay.address();
assert.ok(address !== null && typeof address === 'object');
const beacon = openBeacon(`http://127.0.0.1:${address.port}/`);

const signature = 'ab'.repeat(48);
const randomness = hash('sha256', Buffer.from(signature, 'hex'), 'hex');

test('the round of an instant is the first at that time or after it', () => {
  const first = 1_692_803_367_000;
  const rounds = [first, first + 1, first + 3_000, first + 3_001].map((atMs) => beacon.roundAt(atMs).round);
  assert.deepEqual(rounds, [1, 2, 2, 3]);
});

test('a round is taken only as the hash of its signature, and of the round that was asked', async () => {
  const of = beacon.roundAt(1_795_285_800_000);
  answer = { round: of.round, randomness, signature };
  assert.equal(await beacon.randomness(of), randomness);
  assert.equal(asked.at(-1), `/${of.chain}/public/${of.round}`);
  for (const wrong of [
    {},
    { round: of.round + 1, randomness, signature },
    { round: of.round, randomness: '00'.repeat(32), signature },
    { round: of.round, randomness },
  ]) {
    answer = wrong;
    await assert.rejects(beacon.randomness(of));
  }
});
