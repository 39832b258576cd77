import assert from 'node:assert/strict';
import { checkFillProof, sha256 } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import { type Customer, placed, STOCK } from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

/** Orders that come into an auction with another place than that of the row that placed them: for tests. */
export class MovedOrders {
  readonly #by: Customer;
  readonly #ids: string[] = [];

  constructor(by: Customer) {
    this.#by = by;
  }

  /** One that waits for the session, at the highest price. */
  async queue(): Promise<void> {
    const { high } = await this.#band();
    const terms = { type: 'limit', validity: 'day', price: high, afterMarket: 'true' };
    this.#ids.push(textOf(placed(await this.#by.stock('buy', terms)).order, 'id'));
  }

  /** Those that come while the auction collects. */
  async join(): Promise<void> {
    await this.#raise();
    await this.#basket();
  }

  /** One at the lowest price that is changed to the highest. */
  async #raise(): Promise<void> {
    const { low, high } = await this.#band();
    const { order } = placed(await this.#by.stock('buy', { type: 'limit', validity: 'day', price: low }));
    const id = textOf(order, 'id');
    const reply = await this.#by.call('stockModify', { clientId: this.#by.clientId(), id, price: high });
    assert.equal(reply.code, 0);
    this.#ids.push(id);
  }

  /** Two legs of a basket in one share, at the two highest prices: they have one priority. */
  async #basket(): Promise<void> {
    const { high } = await this.#band();
    const tick = Number(textOf(await this.#by.read('stockInfo', { instrumentId: STOCK }), 'tickSize'));
    const legs = [high, (Number(high) - tick).toFixed(2)].map((price) => {
      const terms = { instrumentId: STOCK, side: 'buy', type: 'limit', quantity: '1' };
      return { ...terms, price };
    });
    const fields = { clientId: this.#by.clientId(), legs: JSON.stringify(legs) };
    const placed = OPERATIONS.basketPlace.output.parse(await this.#by.read('basketPlace', fields));
    this.#ids.push(...placed.legs.map(({ order }) => textOf(order ?? {}, 'id')));
  }

  /** The first fill of each is proved to be at its own line; how many there were. */
  async assertOwnLines(): Promise<number> {
    const proofs = await this.#proofs();
    for (const proof of proofs) {
      const checks = checkFillProof(sha256, proof, { signatureOf: () => 'valid' });
      const log = checks.find(({ name }) => name === 'log');
      assert.equal(log?.state, 'agrees', JSON.stringify(log));
      // A clock that jumps over the second of the auction's end is late for that alone.
      const differing = checks.filter(({ name, state }) => name !== 'end' && state === 'differs');
      assert.deepEqual(differing, []);
      assert.notEqual(proof.opening.auction?.ownLine, undefined);
    }
    return proofs.length;
  }

  /** The whole way of the first fill of each. */
  #proofs() {
    return Promise.all(
      this.#ids.map(async (id) => {
        const info = await this.#by.read('stockOrderInfo', { id });
        const [fill = assert.fail('it filled')] = OPERATIONS.stockOrderInfo.output.parse(info).fills;
        return OPERATIONS.fillProof.output.parse(await this.#by.read('fillProof', { id: fill.id }));
      }),
    );
  }

  async #band(): Promise<{ readonly low: string; readonly high: string }> {
    const band = recordOf((await this.#by.read('stockInfo', { instrumentId: STOCK }))['band']);
    return { low: textOf(band, 'priceLow'), high: textOf(band, 'priceHigh') };
  }
}

/** A locked auction keeps an order, alone, among all and against a new begin, and says until when. */
export async function assertLocked(by: Customer, id: string): Promise<void> {
  for (const { reason, body } of [
    await by.call('stockCancel', { id }),
    await by.call('demoReset', { clientId: 'reset-locked-1' }),
  ]) {
    assert.equal(reason, 'AUCTION_LOCKED');
    assert.match(String(body['fix']), /15:30 IST/);
  }
  const { left } = await by.read('orderCancelAll', { instrumentId: STOCK });
  assert.deepEqual(left, [{ reason: 'AUCTION_LOCKED', count: 1 }]);
}
