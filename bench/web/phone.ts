/** The phone on which the app is measured: one of the lower half, on a network of the lower half. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A phone of the lower half on a network of the lower half. */
export const SLOW = { cpu: 4, latencyMs: 150, bytesPerSecond: (1.6 * 1_000_000) / 8 } as const;

export interface Slowness {
  readonly cpu: boolean;
  readonly network: boolean;
}

/** Slows the page down; its session tells what the browser counts. */
export async function slowDown(page: Page, { cpu, network }: Slowness): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latencyMs,
      downloadThroughput: SLOW.bytesPerSecond,
      uploadThroughput: SLOW.bytesPerSecond / 2,
    });
  }
  if (cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  return session;
}

/** The page asks for nothing more: so long after the last request began or ended. */
const QUIET_MS = 3_000;
const QUIET_MS_MAX = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * Waits until the page and its worker have asked for nothing
 * for three seconds; called before the page is opened.
 */
export function quietOf(context: BrowserContext): () => Promise<void> {
  let lastMs = performance.now();
  let running = 0;
  context.on('request', () => {
    running += 1;
    lastMs = performance.now();
  });
  const ended = (): void => {
    running -= 1;
    lastMs = performance.now();
  };
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  return async () => {
    const untilMs = performance.now() + QUIET_MS_MAX;
    while (performance.now() < untilMs && (running > 0 || performance.now() - lastMs < QUIET_MS)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
}
