import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { chainConformance } from '#rails/chain/test-chain-conformance.ts';
import { openTestChain } from '#rails/sandbox-chain/test-chain-world.ts';

const chain = openTestChain();
for (const network of NETWORK_IDS)
  chainConformance(`${network} of the sandbox`, async () => (await chain).world(network));
