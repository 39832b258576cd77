import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetId } from '@tarazu/core/values';
import type { AddressKey, BlockId, ChainRail, ChainTransfer } from '#rails/chain/port.ts';
import { RailUnavailable } from '#rails/ports.ts';

/** A chain behind an adapter, with the hand of somebody who makes things happen there: for tests. */
export interface ChainWorld {
  readonly rail: ChainRail;
  /** Somebody sends coins to an address; the id of the transaction. */
  send(transfer: {
    readonly to: AddressKey;
    readonly asset: AssetId;
    readonly units: bigint;
  }): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** The last blocks leave the chain, and longer ones come. */
  fork(depth: number, drops: boolean): Promise<void>;
  /** A new address that nobody has been paid at, and a signed payment from it once it has coins. */
  newAddress(): AddressKey;
  sign(payment: {
    readonly from: AddressKey;
    readonly to: AddressKey;
    readonly units: bigint;
    readonly fromTransaction: string;
  }): Promise<{ readonly signed: string; readonly id: string }>;
  /** Units of one coin of the network that are certainly enough for a fee too. */
  readonly much: bigint;
  /** Whether what a fork drops is gone; else it waits again. */
  readonly canDrop: boolean;
  set?(fault: { readonly isDown?: boolean; readonly losesAnswers?: boolean }): Promise<void>;
}

const nobody = async (): Promise<ReadonlySet<AddressKey>> => new Set();

/** Checks that every adapter of a chain must pass, whatever the chain speaks. */
export function chainConformance(kind: string, open: () => Promise<ChainWorld>): void {
  const opened = open();
  const check = (what: string, run: (world: ChainWorld) => Promise<void>): void => {
    test(`${kind}: ${what}`, async () => run(await opened));
  };
  reading(check);
  writing(check);
}

type Check = (what: string, run: (world: ChainWorld) => Promise<void>) => void;

function reading(check: Check): void {
  check('blocks follow one another up to the tip, and none is above it', async ({ rail, mine }) => {
    await mine(2);
    const tip = await rail.tip();
    const [block, before] = [await rail.block(tip.height), await rail.block(tip.height - 1)];
    assert.equal(block?.hash, tip.hash);
    assert.equal(block?.parentHash, before?.hash);
    assert.ok((block?.atMs ?? 0) > 0);
    assert.equal(await rail.block(tip.height + 1), undefined);
  });

  for (const place of [0, 1])
    check(`a transfer of coin ${place} is in its block once, for those who are asked for`, async (world) => {
      const { rail } = world;
      const asset = rail.network.coins[place]?.asset;
      if (asset === undefined) return;
      const to = world.newAddress();
      const id = await world.send({ to, asset, units: 1_234_567n });
      await world.mine(1);
      const block = await rail.tip();
      const found = await rail.transfers(block, async (all) => new Set(all.filter((one) => one === to)));
      assert.deepEqual(
        found.map((one) => [one.to, one.asset, one.units]),
        [[to, asset, 1_234_567n]],
      );
      assert.ok(found[0]?.externalId.startsWith(`${id}:`));
      assert.deepEqual(await rail.transfers(block, nobody), []);
    });

  check('after a fork a transfer has the same id in another block', async (world) => {
    const { rail } = world;
    const to = world.newAddress();
    await world.send({ to, asset: rail.network.feeAsset, units: 5_000_000n });
    await world.mine(2);
    const before = await find(rail, to);
    await world.fork(2, false);
    const after = await find(rail, to);
    assert.equal(before?.transfer.externalId, after?.transfer.externalId);
    assert.ok(after && (await rail.block(after.block.height))?.hash === after.block.hash);
    assert.notEqual(before?.block.hash, (await rail.block(before?.block.height ?? 0))?.hash);
  });

  check('a fork that drops a transfer leaves nothing of it', async (world) => {
    if (!world.canDrop) return;
    const to = world.newAddress();
    const id = await world.send({ to, asset: world.rail.network.feeAsset, units: 5_000_000n });
    await world.mine(1);
    await world.fork(1, true);
    assert.equal(await find(world.rail, to), undefined);
    assert.equal((await world.rail.transaction(id)).state, 'unknown');
  });
}

function writing(check: Check): void {
  check('a fee is quoted, and an address has a next number', async ({ rail, newAddress }) => {
    const quote = await rail.feeQuote(rail.network.feeAsset);
    assert.ok(quote.unitPrice > 0n && quote.transferUnits > quote.unitPrice);
    assert.equal(await rail.nextNonce(newAddress()), 0);
  });

  check('what is signed is taken once however often it is sent, waits, and is in a block', async (world) => {
    const { rail } = world;
    const [from, to] = [world.newAddress(), world.newAddress()];
    const fromTransaction = await world.send({ to: from, asset: rail.network.feeAsset, units: world.much });
    await world.mine(1);
    const { signed, id } = await world.sign({ from, to, units: 70_000n, fromTransaction });
    assert.equal((await rail.transaction(id)).state, 'unknown');
    assert.deepEqual(await rail.broadcast(signed), { isTaken: true });
    assert.deepEqual(await rail.broadcast(signed), { isTaken: true });
    assert.equal((await rail.transaction(id)).state, 'waiting');
    await world.mine(1);
    assert.deepEqual(await rail.broadcast(signed).then(({ isTaken }) => typeof isTaken), 'boolean');
    const status = await rail.transaction(id);
    assert.ok(status.state === 'included' && !status.hasFailed && status.feeUnits > 0n);
    assert.equal((await find(rail, to))?.transfer.units, 70_000n);
    const balance = await rail.balance(to, rail.network.feeAsset);
    assert.ok(balance === undefined || balance === 70_000n);
  });

  check('a transaction of a block that left the chain waits again', async (world) => {
    const { rail } = world;
    const [from, to] = [world.newAddress(), world.newAddress()];
    const fromTransaction = await world.send({ to: from, asset: rail.network.feeAsset, units: world.much });
    await world.mine(3);
    const { signed, id } = await world.sign({ from, to, units: 60_000n, fromTransaction });
    await rail.broadcast(signed);
    await world.mine(1);
    const before = await rail.transaction(id);
    await world.fork(1, false);
    const after = await rail.transaction(id);
    assert.ok(before.state === 'included');
    assert.ok(
      after.state === 'waiting' || (after.state === 'included' && after.block.hash !== before.block.hash),
    );
  });

  check('what is no transaction is refused', async ({ rail }) => {
    const answer = await rail
      .broadcast(rail.network.dialect === 'bitcoin' ? '00' : '0x00')
      .catch(() => undefined);
    assert.notEqual(answer?.isTaken, true);
  });

  check('a node that is down is unavailable, and one whose answer is lost has taken it', async (world) => {
    const { rail, set } = world;
    if (!set) return;
    await set({ isDown: true });
    await assert.rejects(rail.tip(), RailUnavailable);
    await set({});
    const [from, to] = [world.newAddress(), world.newAddress()];
    const fromTransaction = await world.send({ to: from, asset: rail.network.feeAsset, units: world.much });
    await world.mine(1);
    const { signed, id } = await world.sign({ from, to, units: 50_000n, fromTransaction });
    await set({ losesAnswers: true });
    await assert.rejects(rail.broadcast(signed), RailUnavailable);
    await set({});
    assert.deepEqual(await rail.broadcast(signed), { isTaken: true });
    assert.equal((await rail.transaction(id)).state, 'waiting');
  });
}

/** The newest transfer to an address in the last blocks of the chain. */
async function find(
  rail: ChainRail,
  to: AddressKey,
): Promise<{ readonly transfer: ChainTransfer; readonly block: BlockId } | undefined> {
  const tip = await rail.tip();
  for (let height = tip.height; height > Math.max(0, tip.height - 8); height -= 1) {
    const block = await rail.block(height);
    const [transfer] = block ? await rail.transfers(block, async () => new Set([to])) : [];
    if (block && transfer) return { transfer, block };
  }
  return undefined;
}
