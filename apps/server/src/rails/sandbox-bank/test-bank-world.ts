import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { INDIA_OFFSET_MS, MINUTE_MS } from '@tarazu/core/values';
import { createSettableClock, type SettableClock } from '#platform/time/clock.ts';
import { HttpBank } from '#rails/bank/http-bank.ts';
import type { BankWorld } from '#rails/bank/test-bank-conformance.ts';
import { faultsSchema } from '#rails/sandbox-bank/faults.ts';
import { type BankOpening, type OpenBank, openBank } from '#rails/sandbox-bank/open-bank.ts';

export const TEST_KEYS = { api: 'k-api', drive: 'k-drive' };
const NOON = Date.parse('2026-11-23T12:00:00+05:30');

export interface TestBank extends BankWorld {
  readonly rail: HttpBank;
  readonly clock: SettableClock;
  /** The bank itself, past every adapter. */
  now(): OpenBank;
}

/** A sandbox bank in this process with a clock of the test: call it at the top level. */
export async function openTestBank(opening: Pick<BankOpening, 'webhook'> = {}): Promise<TestBank> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-bank-'));
  const clock = createSettableClock(NOON);
  const open = () =>
    openBank({ ...opening, path: join(folder, 'bank.db'), keys: TEST_KEYS }, () => clock.nowMs(), false);
  let current = await open();
  after(async () => {
    await current.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const settle = async (): Promise<void> => {
    for (let second = 0; second < 60; second += 1) {
      await current.work();
      clock.advance(MINUTE_MS / 60);
    }
  };
  const rail = new HttpBank({
    name: 'bank',
    address: async () => `http://127.0.0.1:${current.port}`,
    key: TEST_KEYS.api,
  });
  return {
    rail,
    clock,
    now: () => current,
    day: new Date(NOON + INDIA_OFFSET_MS).toISOString().slice(0, 10),
    settle,
    send: async ({ paise, reference, payerName }) => {
      const to = current.bank.accounts.byLabel('inr');
      if (!to) throw new Error('Condition: the bank has our account');
      const sent = {
        to,
        method: 'upi',
        units: paise,
        reference,
        payerName,
        payerAccount: 'asha@validsbox',
      } as const;
      return current.bank.receive(sent).externalId;
    },
    reverse: async (externalId) => void current.bank.reverse(externalId),
    reportAgain: async (externalId) => void current.bank.reportAgain(externalId),
    openAccount: async (name) => current.bank.openAccount({ name, asset: 'INR' }),
    payments: async (payments) => current.bank.setFaults({ ...current.bank.faults.read(), payments }),
    set: async (faults) => current.bank.setFaults(faultsSchema.parse(faults)),
    restart: async () => {
      await current.stop();
      current = await open();
    },
  };
}
