import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyboardInset } from './keyboard.ts';

const page = { heightMax: 800, layoutHeight: 800, visibleHeight: 800, visibleTop: 0, scale: 1 };

test('a keyboard is what hides much of the page, and no bar or zoom', () => {
  assert.equal(keyboardInset(page), undefined);
  assert.equal(keyboardInset({ ...page, visibleHeight: 740 }), undefined, 'a bar of the browser');
  assert.equal(keyboardInset({ ...page, visibleHeight: 400, scale: 2 }), undefined, 'a page made larger');
});

test('a foot rises by what is covered, and not at all where the page itself became smaller', () => {
  assert.equal(keyboardInset({ ...page, visibleHeight: 464 }), 336);
  assert.equal(keyboardInset({ ...page, visibleHeight: 464, visibleTop: 100 }), 236);
  assert.equal(keyboardInset({ ...page, layoutHeight: 464, visibleHeight: 464 }), 0);
});
