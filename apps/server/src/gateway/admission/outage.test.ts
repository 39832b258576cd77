import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineUnavailable } from '#engine/writer/unavailable.ts';
import { outageOf } from './outage.ts';

const coded = (code: string): Error => Object.assign(new Error('the database says something'), { code });

for (const code of ['08006', '53300', '57P01', '57P03', '58030', '25006', '55000', 'ECONNREFUSED', 'EPIPE']) {
  test(`${code} is an outage`, () => assert.equal(outageOf(coded(code))?.key, 'UNAVAILABLE'));
}

for (const code of ['42P01', '23505', '22003', '']) {
  test(`${code || 'no code'} is a mistake of ours`, () => assert.equal(outageOf(coded(code)), undefined));
}

test('the driver says it in words', () => {
  assert.equal(outageOf(new Error('Connection terminated unexpectedly'))?.key, 'UNAVAILABLE');
});

test('the writer says itself what it is', () => {
  assert.equal(outageOf(new EngineUnavailable('OVERLOADED'))?.key, 'OVERLOADED');
  assert.equal(outageOf('not an error'), undefined);
});
