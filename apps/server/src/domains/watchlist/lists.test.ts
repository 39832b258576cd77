import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COIN, type Customer, openTrader, type Row, STOCK } from '#domains/orders/test-trader.ts';
import { textOf } from '#test-app.ts';

const trader = await openTrader();
const OTHER = 'NSE_SIM:URJANET';

const add = async (by: Customer, name: string): Promise<string> =>
  textOf(await by.read('watchlistAdd', { name }), 'id');
const put = (by: Customer, listId: string, instrumentId: string) =>
  by.call('watchlistItemAdd', { listId, instrumentId });
const idsIn = async (by: Customer, listId: string) =>
  (await by.list('watchlistItems', { listId })).map((row) => row['instrumentId']);
const named = async (by: Customer): Promise<Row[]> => await by.list('watchlists');

test('the first list is that of the favourites; others are made, named, filled and ordered beside it', async () => {
  const asha = await trader.enter();
  await asha.read('stockCollectAdd', { instrumentId: STOCK });
  assert.deepEqual(await named(asha), [{ id: 'first', name: '', instrumentIds: [STOCK] }]);
  const id = await add(asha, 'Dividends');
  assert.equal(await add(asha, 'dividends'), id, 'the same name twice is one list');
  for (const instrumentId of [STOCK, COIN, OTHER]) assert.equal((await put(asha, id, instrumentId)).code, 0);
  assert.deepEqual(await idsIn(asha, id), [OTHER, COIN, STOCK], 'newest first');
  await asha.read('watchlistItemsOrder', { listId: id, instrumentIds: [STOCK, OTHER, COIN].join() });
  assert.deepEqual(await idsIn(asha, id), [STOCK, OTHER, COIN]);
  await asha.read('watchlistItemDel', { listId: id, instrumentId: OTHER });
  await asha.read('watchlistRename', { listId: 'first', name: 'Mine' });
  await asha.read('watchlistsOrder', { listIds: [id, 'first'].join() });
  assert.deepEqual(
    (await named(asha)).map(({ name, instrumentIds }) => [name, instrumentIds]),
    [
      ['Dividends', [STOCK, COIN]],
      ['Mine', [STOCK]],
    ],
  );
  assert.equal(
    (await asha.call('watchlistRename', { listId: id, name: 'MINE' })).reason,
    'WATCHLIST_NAME_TAKEN',
  );
  await asha.read('watchlistDel', { listId: id });
  assert.deepEqual(
    (await named(asha)).map(({ name }) => name),
    ['Mine'],
  );
  assert.equal((await asha.call('watchlistItems', { listId: id })).reason, 'NOT_FOUND');
  assert.equal((await put(asha, id, STOCK)).reason, 'NOT_FOUND');
  assert.equal((await asha.call('watchlistDel', { listId: 'first' })).reason, 'INVALID_INPUT');
  assert.deepEqual(await idsIn(asha, 'first'), [STOCK]);
});

test('nobody reads, fills, orders, renames or deletes a list of somebody else', async () => {
  const [asha, stranger] = [await trader.enter(), await trader.enter()];
  const listId = await add(asha, 'Private');
  await put(asha, listId, STOCK);
  await put(asha, listId, COIN);
  assert.equal((await stranger.call('watchlistItems', { listId })).reason, 'NOT_FOUND');
  assert.equal((await put(stranger, listId, OTHER)).reason, 'NOT_FOUND');
  assert.equal((await stranger.call('watchlistRename', { listId, name: 'Stolen' })).reason, 'NOT_FOUND');
  await stranger.read('watchlistItemDel', { listId, instrumentId: STOCK });
  const order = { listId, instrumentIds: [STOCK, COIN].join() };
  assert.equal((await stranger.call('watchlistItemsOrder', order)).reason, 'NOT_FOUND');
  assert.equal((await stranger.call('watchlistsOrder', { listIds: listId })).reason, 'NOT_FOUND');
  await stranger.read('watchlistDel', { listId });
  assert.deepEqual(await idsIn(asha, listId), [COIN, STOCK]);
  assert.deepEqual(
    (await named(stranger)).map(({ id }) => id),
    ['first'],
  );
});

test('two devices at once make no list and no entry more than there may be, and the same name once', async () => {
  const asha = await trader.enter();
  const wishes = Array.from({ length: 14 }, (_, nth) => `List ${nth}`);
  const made = await Promise.all([...wishes, ...wishes].map((name) => asha.call('watchlistAdd', { name })));
  // A device that came in vain is told so and may come again; nobody is failed.
  assert.ok(made.every(({ code, reason }) => code === 0 || reason === 'WATCHLISTS_FULL'));
  for (const name of wishes) await asha.call('watchlistAdd', { name });
  const lists = await named(asha);
  assert.equal(lists.length, 10, 'nine beside the first');
  assert.equal(new Set(lists.map(({ name }) => name)).size, 10);
  const last = await asha.call('watchlistAdd', { name: 'One more' });
  assert.equal(last.reason, 'WATCHLISTS_FULL');
  assert.match(String(last.body['fix']), /Delete/);

  const listId = textOf(lists[1] ?? {}, 'id');
  const session = await trader.app.accounts.sessions.find(asha.token);
  assert.ok(typeof session !== 'string');
  // Instruments of other years: more than are listed now.
  await trader.database.pool.query(
    `insert into watchlist (owner, list_id, instrument_id) select $1, $2, 'NSE_SIM:OLD' || n from generate_series(1, 99) n`,
    [session.loginId, listId],
  );
  const both = await Promise.all([put(asha, listId, STOCK), put(asha, listId, COIN)]);
  assert.deepEqual(both.map(({ reason }) => reason ?? 'added').sort(), ['WATCHLIST_FULL', 'added']);
});

test('an entry that another device adds while this one puts the list in order stands on top', async () => {
  const asha = await trader.enter();
  const listId = await add(asha, 'Order');
  for (const instrumentId of [STOCK, COIN]) await put(asha, listId, instrumentId);
  await put(asha, listId, OTHER);
  await asha.read('watchlistItemsOrder', { listId, instrumentIds: [STOCK, COIN].join() });
  assert.deepEqual(await idsIn(asha, listId), [OTHER, STOCK, COIN]);
  await asha.read('watchlistItemsOrder', { listId, instrumentIds: ['NSE_SIM:NOSUCH', COIN].join() });
  assert.equal((await idsIn(asha, listId)).length, 3, 'an order adds nothing');
});

test('what is no name, no list and no instrument is refused with what to change', async () => {
  const asha = await trader.enter();
  for (const name of ['', ' ', 'x'.repeat(31), '<b>', 'a\u0000b', '😀'])
    assert.equal((await asha.call('watchlistAdd', { name })).reason, 'INVALID_INPUT', name);
  assert.equal((await asha.call('watchlistAdd', { name: 'আমার তালিকা' })).code, 0);
  assert.equal((await put(asha, 'first', 'NSE_SIM:NO-SUCH')).reason, 'INSTRUMENT_UNKNOWN');
  for (const instrumentIds of ['', ',', 'x', `${STOCK},`, Array(500).fill(STOCK).join()])
    assert.equal(
      (await asha.call('watchlistItemsOrder', { listId: 'first', instrumentIds })).reason,
      'INVALID_INPUT',
    );
});

test('renames of several lists to one name at once: one has it, the others are told that it is taken', async () => {
  const asha = await trader.enter();
  const ids: string[] = [];
  for (let nth = 0; nth < 9; nth += 1) ids.push(await add(asha, `List ${nth}`));
  for (let round = 0; round < 5; round += 1) {
    const name = `Wanted ${round}`;
    const said = await Promise.all(ids.map((listId) => asha.call('watchlistRename', { listId, name })));
    const reasons = said.map(({ reason }) => reason ?? 'renamed').sort();
    assert.deepEqual(reasons, [...Array(8).fill('WATCHLIST_NAME_TAKEN'), 'renamed']);
  }
});

test('as many lists made at once as there may be are all made', async () => {
  for (let round = 0; round < 3; round += 1) {
    const asha = await trader.enter();
    const wishes = Array.from({ length: 9 }, (_, nth) => `List ${nth}`);
    const made = await Promise.all(wishes.map((name) => asha.call('watchlistAdd', { name })));
    assert.deepEqual(
      made.map(({ reason }) => reason ?? 'made'),
      wishes.map(() => 'made'),
    );
    assert.equal((await asha.call('watchlistAdd', { name: 'One more' })).reason, 'WATCHLISTS_FULL');
  }
});

test('a list that is deleted while other devices fill it leaves no entry behind', async () => {
  const asha = await trader.enter();
  for (let round = 0; round < 10; round += 1) {
    const listId = await add(asha, `List ${round}`);
    await Promise.all([
      ...[STOCK, COIN, OTHER].map((instrumentId) => put(asha, listId, instrumentId)),
      asha.read('watchlistDel', { listId }),
      ...[STOCK, COIN, OTHER].map((instrumentId) => put(asha, listId, instrumentId)),
    ]);
    const { rows } = await trader.database.pool.query('select from watchlist where list_id = $1', [listId]);
    assert.equal(rows.length, 0);
  }
});

test('an order with a list that is not there is refused and changes nothing; a deleted list may go twice', async () => {
  const asha = await trader.enter();
  const [one, two] = [await add(asha, 'One'), await add(asha, 'Two')];
  const idsOf = async () => (await named(asha)).map(({ id }) => id);
  const before = await idsOf();
  const answer = await asha.call('watchlistsOrder', { listIds: [two, 'nosuch', one].join() });
  assert.deepEqual([answer.reason, answer.status], ['NOT_FOUND', 404]);
  assert.deepEqual(await idsOf(), before);
  const items = { listId: 'nosuch', instrumentIds: STOCK };
  assert.equal((await asha.call('watchlistItemsOrder', items)).reason, 'NOT_FOUND');
  assert.equal((await asha.call('watchlistItemsOrder', { ...items, listId: 'first' })).code, 0);
  await asha.read('watchlistDel', { listId: one });
  await asha.read('watchlistDel', { listId: one });
});

test('a name is kept tidy, and no name is told from another by what cannot be seen', async () => {
  const asha = await trader.enter();
  const id = await add(asha, 'Caf\u00e9 of mine');
  assert.equal(await add(asha, '  Cafe\u0301   of  mine '), id);
  assert.equal((await named(asha)).at(-1)?.['name'], 'Caf\u00e9 of mine');
  for (const letter of ['\u3164', '\u115f', '\uffa0', '\u034f', '\ufe0f'])
    for (const name of [letter, `a${letter}b`])
      assert.equal(
        (await asha.call('watchlistAdd', { name })).reason,
        'INVALID_INPUT',
        encodeURIComponent(name),
      );
  for (const name of ['\u0301', '\u09be\u0995'])
    assert.equal(
      (await asha.call('watchlistRename', { listId: id, name })).reason,
      'INVALID_INPUT',
      encodeURIComponent(name),
    );
});
