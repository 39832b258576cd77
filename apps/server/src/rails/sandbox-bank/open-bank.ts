import * as z from 'zod/mini';
import { SandboxBank } from '#rails/sandbox-bank/bank.ts';
import { type BankKeys, openBankServer } from '#rails/sandbox-bank/bank-server.ts';
import { openBankFile } from '#rails/sandbox-bank/schema.ts';
import { sendWebhooks } from '#rails/sandbox-bank/webhooks.ts';

/** Given to a bank when it is started. */
export const bankOpeningSchema = z.object({
  path: z.string(),
  keys: z.object({ api: z.string(), drive: z.string() }),
  /** Folder in which it exchanges files, when a person tells it to. */
  files: z.optional(z.string()),
  webhook: z.optional(z.object({ url: z.string(), key: z.string() })),
});
export type BankOpening = z.output<typeof bankOpeningSchema>;

export interface OpenBank {
  readonly port: number;
  readonly bank: SandboxBank;
  /** Does what is due now and sends what is to be told. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_MS_MIN = 20;
const LOOK_MS_MAX = 60 * 60 * 1_000;

/** @param isTimed false for a test that calls `work` itself. */
export async function openBank(
  { path, keys, webhook, files }: BankOpening & { readonly keys: BankKeys },
  nowMs: () => number,
  isTimed = true,
): Promise<OpenBank> {
  const file = openBankFile(path);
  const bank = new SandboxBank(file, nowMs);
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | undefined;
  let isStopped = false;
  const work = async (): Promise<void> => {
    bank.advance();
    await sendWebhooks(bank, webhook, nowMs);
  };
  const arm = (): void => {
    clearTimeout(timer);
    const nextAtMs = isStopped || !isTimed ? undefined : bank.nextAtMs();
    if (nextAtMs === undefined) return;
    timer = setTimeout(look, Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, nextAtMs - nowMs())));
  };
  const look = (): void => {
    turn ??= work().finally(() => {
      turn = undefined;
      arm();
    });
  };
  const server = await openBankServer(bank, { keys, files }, () => turn ?? arm());
  arm();
  return {
    port: server.port,
    bank,
    work,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await server.stop();
      await turn;
      bank.close();
    },
  };
}
