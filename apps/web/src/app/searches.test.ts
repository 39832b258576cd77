import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { anyTabSearch, instrumentSearch, tabSearch, ticketSearch } from '#widgets/instrument/lists/search.ts';
import { targetOrHome } from '#widgets/session/target.ts';
import { goOn, newsSearch, registerSearch } from './searches.ts';

type Search = Record<string, unknown>;

/** The fields that a page gets once the router has put address and reading together. */
function readThrough(validateSearch: (search: Search) => object, address: string): unknown {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/page', validateSearch });
  const history = createMemoryHistory({ initialEntries: [`/page${address}`] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const read = router.matchRoutes(router.latestLocation).at(-1)?.search;
  return JSON.parse(JSON.stringify(read));
}

const EVIL = '?to=https%3A%2F%2Fevil.example%2Fx';

test('a place outside the app that stands in an address reaches neither login nor registration', () => {
  assert.deepEqual(readThrough(goOn, EVIL), {});
  assert.deepEqual(readThrough(goOn, '?to=%2F%2Fevil.example'), {});
  assert.deepEqual(readThrough(registerSearch, `${EVIL}&step=paid&invite=%5B1%5D`), {});
  const wanted = '/pages/user/userInfo?tab=a';
  assert.deepEqual(readThrough(goOn, `?to=${encodeURIComponent(wanted)}`), { to: wanted });
  assert.deepEqual(readThrough(registerSearch, '?step=code&invite=42'), { step: 'code', invite: '42' });
});

test('a field of an address that a page does not take is not there for it', () => {
  assert.deepEqual(readThrough(newsSearch, '?instrumentId=%7B%7D'), {});
  assert.deepEqual(readThrough(tabSearch(['stocks']), '?tab=evil'), {});
  assert.deepEqual(readThrough(anyTabSearch, '?tab=spot'), { tab: 'spot' });
  assert.deepEqual(readThrough(anyTabSearch, '?tab=%3Cb%3E'), {});
  assert.deepEqual(readThrough(instrumentSearch, '?instrumentId=x'), { instrumentId: '' });
  const bad = '?tab=evil&side=both&instrumentId=x&order=a%20b';
  assert.deepEqual(readThrough(ticketSearch, bad), {});
});

test('an entry leads home when the place it is told is none of the app', () => {
  for (const wanted of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', undefined, ''])
    assert.equal(targetOrHome(wanted), '/pages/tabbar/home');
  assert.equal(targetOrHome('/pages/user/userInfo'), '/pages/user/userInfo');
});
