import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutIn } from '#market/catalogue/bengali/about.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { tether } from '#market/catalogue/definitions.ts';
import { indexListings } from '#market/catalogue/indices.ts';
import { stockListings } from '#market/catalogue/stocks.ts';

test('every company, index and coin is described in Bengali, and English stays English', () => {
  for (const { description } of [...stockListings, ...indexListings, ...coinListings, tether]) {
    assert.match(aboutIn('bn-BN', description), /^[^a-z]*[\u0980-\u09ff]/, description);
    assert.equal(aboutIn('en-US', description), description);
  }
  assert.equal(aboutIn('bn-BN', 'From a pack of somebody'), 'From a pack of somebody');
});
