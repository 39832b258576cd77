import { randomBytes } from 'node:crypto';
import type { AssetId } from '@tarazu/core/values';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { MINT, type TxBody } from '#rails/sandbox-chain/body.ts';

const HASH_BYTES = 32;

/** Coins that a person at the sandbox sends to an address: they come from nowhere, and the books say so. */
export function mintedTx(
  network: NetworkId,
  sent: {
    readonly to: string;
    readonly asset: AssetId;
    readonly units: bigint;
    readonly tag?: number | undefined;
    readonly script: string;
  },
): { readonly hash: string; readonly raw: string; readonly body: TxBody } {
  const { to, asset, script, tag } = sent;
  const units = String(sent.units);
  const { dialect, coins } = coinNetwork(network);
  const id = randomBytes(HASH_BYTES).toString('hex');
  if (dialect === 'bitcoin')
    return { hash: id, raw: '', body: { kind: 'coins', inputs: [], outputs: [{ key: to, units, script }] } };
  const token = coins.find((coin) => coin.asset === asset)?.token;
  return {
    hash: `0x${id}`,
    raw: '',
    body: {
      kind: 'account',
      from: MINT,
      to: token ?? to,
      value: token === undefined ? units : '0',
      input: tag === undefined ? '0x' : `0x${tag.toString(16).padStart(8, '0')}`,
      gas: '0',
      gasPrice: '0',
      moves: [{ from: MINT, to, asset, units, ...(token !== undefined && { token }) }],
    },
  };
}
