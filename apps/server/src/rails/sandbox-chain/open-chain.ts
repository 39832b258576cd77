import { leastOf } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { SandboxChain } from '#rails/sandbox-chain/chain.ts';
import { openChainServer } from '#rails/sandbox-chain/chain-server.ts';
import { openChainFile } from '#rails/sandbox-chain/schema.ts';

/** Told to the chains when they are started. */
export const chainOpeningSchema = z.object({
  path: z.string(),
  keys: z.object({ api: z.string(), drive: z.string() }),
});
export type ChainOpening = z.output<typeof chainOpeningSchema>;

export interface OpenChain {
  readonly port: number;
  readonly chain: SandboxChain;
  stop(): Promise<void>;
}

const LOOK_MS_MIN = 20;

/** @param isTimed false for a test that makes each block itself. */
export async function openChain(
  { path, keys }: ChainOpening,
  nowMs: () => number,
  isTimed = true,
): Promise<OpenChain> {
  const chain = new SandboxChain(openChainFile(path), nowMs);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const arm = (): void => {
    clearTimeout(timer);
    if (isStopped || !isTimed) return;
    const times = NETWORK_IDS.map((network) => chain.nextBlockAtMs(network)).filter(
      (time) => time !== undefined,
    );
    if (times.length === 0) return;
    timer = setTimeout(look, Math.max(LOOK_MS_MIN, leastOf(times) - nowMs()));
  };
  const look = (): void => {
    chain.advance();
    arm();
  };
  const server = await openChainServer(chain, keys, arm);
  arm();
  return {
    port: server.port,
    chain,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await server.stop();
      chain.close();
    },
  };
}
