import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn, switchEnvironment } from './session.ts';
import * as store from './store.ts';

const user = { id: '1', account: 'a', status: 1, idStatus: 'none' } as const;

test('the first values are those of the specification', () => {
  assert.equal(store.userAccountTypeSlice.get(), 'real');
  assert.equal(store.areaCodeSlice.get(), '91');
  assert.equal(store.stockCountrySlice.get(), 'IN');
  assert.equal(store.chartMainSlice.get(), 'SMA');
  assert.equal(store.chartSubSlice.get(), 'VOL');
  assert.equal(store.systemTradeTypeSlice.get(), 'coin');
  assert.equal(store.systemRouterSlice.get(), 'home');
});

test('a sign-in chooses the wished environment where it opens it, else the other', () => {
  signIn({ demoToken: 'd', user }, 'real');
  assert.equal(store.userAccountTypeSlice.get(), 'demo');
  assert.equal(switchEnvironment('real'), false, 'a guest has no real account');
  assert.equal(store.userAccountTypeSlice.get(), 'demo');
  signIn({ realToken: 'r', demoToken: 'd', user }, 'real');
  assert.equal(store.userAccountTypeSlice.get(), 'real');
  assert.equal(switchEnvironment('demo'), true);
});

test('the random name stays until a sign-out, and what is no such name is drawn anew', () => {
  const first = store.randomUserId();
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(store.randomUserId(), first);
  assert.ok(store.PERSONAL_SLICES.includes(store.randomUserIdSlice));
  store.randomUserIdSlice.clear();
  const next = store.randomUserId();
  assert.match(next, /^[0-9a-f]{32}$/);
  assert.notEqual(next, first);
});
