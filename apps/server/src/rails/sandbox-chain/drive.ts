import * as z from 'zod/mini';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { chainUnitsOf } from '#rails/chain/units.ts';
import { assetText, unitsText } from '#rails/hand-over/change-text.ts';
import type { LittleCall, LittleReply } from '#rails/process/little-server.ts';
import { type AnswerFaults, answerFaultsSchema } from '#rails/sandbox-bank/faults.ts';
import type { SandboxChain } from '#rails/sandbox-chain/chain.ts';
import { mintedTx } from '#rails/sandbox-chain/mint.ts';

/** Acts of a person at the sandbox's chains: sends coins, makes blocks, forks, stalls, makes nodes fail. */

const TEXT_MAX = 100;
const BLOCKS_MAX = 200;
const DEPTH_MAX = 100;
const TAG_MAX = 2 ** 32 - 1;
const NEWEST = 20;

const network = () => z.enum(NETWORK_IDS);
const count = (max: number) => z.int().check(z.minimum(1), z.maximum(max));
const sendSchema = z.object({
  network: network(),
  to: z.string().check(z.maxLength(TEXT_MAX)),
  asset: assetText(),
  /** In units of 1e-8. */
  amount: unitsText().check(z.refine((units) => units > 0n)),
  tag: z.optional(z.int().check(z.minimum(0), z.maximum(TAG_MAX))),
});
const mineSchema = z.object({ network: network(), blocks: count(BLOCKS_MAX) });
const forkSchema = z.object({ network: network(), depth: count(DEPTH_MAX), drops: z.boolean() });
const stallSchema = z.object({ network: network(), isStalled: z.boolean() });
const faultsSchema = z.extend(answerFaultsSchema, { network: network() });

const BAD: LittleReply = { status: 400 };

export async function driveChain(chain: SandboxChain, call: LittleCall): Promise<LittleReply> {
  const name = `${call.method} ${call.path}`;
  if (name === 'GET /drive/state') return { status: 200, body: stateOf(chain) };
  if (name === 'POST /drive/send') return send(chain, call);
  if (name === 'POST /drive/mine') {
    const read = mineSchema.safeParse(call.body);
    if (!read.success) return BAD;
    return { status: 200, body: chain.mine(read.data.network, read.data.blocks) };
  }
  if (name === 'POST /drive/fork') {
    const read = forkSchema.safeParse(call.body);
    return read.success ? { status: 200, body: chain.fork(read.data.network, read.data) } : BAD;
  }
  if (name === 'POST /drive/stall') {
    const read = stallSchema.safeParse(call.body);
    if (!read.success) return BAD;
    chain.stall(read.data.network, read.data.isStalled);
    return { status: 200, body: stateOf(chain) };
  }
  if (name === 'POST /drive/faults') {
    const read = faultsSchema.safeParse(call.body);
    if (!read.success) return BAD;
    const { network: of, ...faults } = read.data;
    chain.setSetting(`faults:${of}`, JSON.stringify(faults));
    return { status: 200, body: stateOf(chain) };
  }
  return { status: 404 };
}

async function send(chain: SandboxChain, { body }: LittleCall): Promise<LittleReply> {
  const read = sendSchema.safeParse(body);
  if (!read.success) return BAD;
  const { network: id, to, asset, amount, tag } = read.data;
  const coin = coinNetwork(id).coins.find((one) => one.asset === asset);
  const units = coin && chainUnitsOf(amount, coin.chainDecimals);
  const { checkAddress, scriptOf } = await import('#rails/chain/addresses.ts');
  const checked = checkAddress(id, to, 'sandbox');
  if (!coin || units === undefined || !checked.isGood) return BAD;
  const script = coinNetwork(id).dialect === 'bitcoin' ? scriptOf(checked.key, 'sandbox') : '';
  const minted = mintedTx(id, { to: checked.key, asset, units, tag, script });
  chain.add(id, minted);
  return { status: 200, body: { id: minted.hash } };
}

/** Faults of a network, as a person has set them. */
export function faultsOf(chain: SandboxChain, id: NetworkId): AnswerFaults {
  return answerFaultsSchema.parse(JSON.parse(chain.setting(`faults:${id}`) ?? '{}'));
}

function stateOf(chain: SandboxChain): object {
  return {
    networks: NETWORK_IDS.map((id) => networkState(chain, id)),
    problems: chain.ledger.problems(),
  };
}

function networkState(chain: SandboxChain, id: NetworkId): object {
  const tip = chain.tip(id);
  return {
    network: id,
    height: tip.height,
    blockAtMs: tip.atMs,
    nextBlockAtMs: chain.nextBlockAtMs(id),
    waiting: chain.waiting(id),
    isStalled: chain.isStalled(id),
    faults: faultsOf(chain, id),
    transactions: chain.newest(id, NEWEST).map(({ hash, state, block }) => ({
      id: hash,
      state,
      height: block?.height,
      confirmations: block ? tip.height - block.height + 1 : 0,
    })),
  };
}
