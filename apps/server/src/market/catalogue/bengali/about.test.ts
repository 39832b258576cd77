import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutIn } from '#market/catalogue/bengali/about.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { tether } from '#market/catalogue/definitions.ts';
import { CATALOGUES } from '#market/catalogue/exchange-catalogues.ts';

test('every company, index and coin is described in Bengali, and English stays English', () => {
  const listed = CATALOGUES.flatMap(({ stocks, indices }) => [...stocks, ...indices]);
  for (const { description } of [...listed, ...coinListings, tether]) {
    assert.match(aboutIn('bn-BN', description), /^[^a-z]*[\u0980-\u09ff]/, description);
    assert.equal(aboutIn('en-US', description), description);
  }
  assert.equal(aboutIn('bn-BN', 'From a pack of somebody'), 'From a pack of somebody');
});
