import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import type { ChainKind } from '#rails/chain/addresses.ts';

/** Ids that a signature names, so that one for the sandbox is worth nothing where coins have a value. */
const IDS: Readonly<Record<ChainKind, Readonly<Partial<Record<NetworkId, number>>>>> = {
  main: { ethereum: 1 },
  sandbox: { ethereum: 7_770_001, tron: 7_770_002, xrp: 7_770_003 },
};

/** @throws Error for a network without one. */
export function chainIdOf(network: NetworkId, kind: ChainKind): number {
  const id = IDS[kind][network];
  if (id === undefined) throw new Error(`Invariant: ${network} has an id on chains of kind ${kind}`);
  return id;
}
