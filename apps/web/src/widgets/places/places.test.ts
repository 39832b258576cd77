import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm, nearestTown, TOWNS, townsFor } from './places.ts';

const names = (sought: string) => townsFor(sought).map(({ name }) => name);

test('towns are found in either language, without accents, by their region', () => {
  assert.deepEqual(names('sao'), ['São Paulo']);
  assert.deepEqual(names('ঢাকা'), ['Dhaka']);
  assert.deepEqual(names('west beng'), ['Kolkata', 'Siliguri']);
  assert.deepEqual(
    names('  '),
    TOWNS.map(({ name }) => name),
  );
  assert.deepEqual(names('(.*'), []);
});

test('the nearest town is told, and none from far away', () => {
  assert.equal(nearestTown({ latitude: 22.6, longitude: 88.4 })?.name, 'Kolkata');
  assert.equal(nearestTown({ latitude: -23.0, longitude: -43.3 })?.name, 'Rio de Janeiro');
  assert.equal(nearestTown({ latitude: 0, longitude: 0 }), undefined);
});

test('a degree on the equator is 111 km, also across the date line', () => {
  const km = distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 });
  assert.equal(Math.round(km), 111);
});

test('no town stands twice, and each lies on the earth', () => {
  assert.equal(new Set(TOWNS.map(({ name }) => name)).size, TOWNS.length);
  for (const { name, latitude, longitude } of TOWNS)
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, name);
});
