import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadPlaces } from '#gateway/upload/upload-places.ts';

const takenBy = (places: UploadPlaces, addresses: readonly string[]) =>
  addresses.flatMap((address) => places.enter(address) ?? []);

const COUNT = 40;
const each = (addressOf: (nth: number) => string) =>
  Array.from({ length: COUNT }, (_, nth) => addressOf(nth));

test('one address has a few places, and a rented IPv6 network not all of them', () => {
  const places = new UploadPlaces();
  const ipv4 = takenBy(
    places,
    each(() => '203.0.113.7'),
  );
  const home = takenBy(
    places,
    each((nth) => `2001:db8:7:1::${nth.toString(16)}`),
  );
  const rented = takenBy(
    places,
    each((nth) => `2001:db8:8:${nth.toString(16)}::1`),
  );
  assert.deepEqual([ipv4.length, home.length, rented.length], [6, 6, 12]);
  const others = takenBy(
    places,
    each((nth) => `198.51.100.${nth}`),
  );
  assert.equal(others.length, 32 - 6 - 6 - 12);
  for (const leave of [...ipv4, ...home, ...rented, ...others]) leave();
  assert.equal(
    takenBy(
      places,
      each((nth) => `2001:db8:8:${nth.toString(16)}::1`),
    ).length,
    12,
    'all are free',
  );
});
