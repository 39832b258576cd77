import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount, assetId } from '@tarazu/core/values';
import { writeCamt053 } from '#rails/bank/iso20022/camt053.ts';
import { MessageProblem } from '#rails/bank/iso20022/message-reader.ts';
import { readPain001 } from '#rails/bank/iso20022/pain001.ts';
import type { SandboxBank } from '#rails/sandbox-bank/bank.ts';
import { OWN_ACCOUNTS, type OwnAccount } from '#rails/sandbox-bank/own-accounts.ts';

/**
 * Exchanges files with us as a bank does: takes the credit transfers from `out`, each message once, and
 * writes into `in` a statement of what each account of ours has seen since the one before.
 */
export function exchangeFiles(bank: SandboxBank, folder: string, nowMs: number): void {
  for (const room of ['in', 'out', 'out/taken']) mkdirSync(join(folder, room), { recursive: true });
  takePayments(bank, folder);
  for (const account of OWN_ACCOUNTS) writeStatement(bank, { folder, account, nowMs });
}

function takePayments(bank: SandboxBank, folder: string): void {
  const names = readdirSync(join(folder, 'out')).filter((name) => /^pain001-.*\.xml$/.test(name));
  for (const name of names.toSorted()) {
    const path = join(folder, 'out', name);
    try {
      const { messageId, account, payments, amounts } = readPain001(readFileSync(path));
      const label = OWN_ACCOUNTS.find(({ number }) => number === account)?.label ?? '';
      if (bank.setting(`message:${messageId}`) === undefined)
        bank.pay(
          payments.map((payment, at) => ({
            ...payment,
            account: label,
            asset: assetId(amounts[at]?.currency ?? ''),
            amount: amount(amounts[at]?.units ?? 0n),
          })),
        );
      bank.setSetting(`message:${messageId}`, 'taken');
    } catch (error) {
      if (!(error instanceof MessageProblem)) throw error;
    }
    renameSync(path, join(folder, 'out', 'taken', name));
  }
}

function writeStatement(
  bank: SandboxBank,
  {
    folder,
    account,
    nowMs,
  }: { readonly folder: string; readonly account: OwnAccount; readonly nowMs: number },
): void {
  const { label } = account;
  const before = BigInt(bank.setting(`stated:${label}`) ?? '0');
  const rows = bank.entriesAfter(label, before);
  const last = rows.at(-1)?.entryNo;
  if (last === undefined) return;
  const statementId = `SBOX-${label.toUpperCase()}-${last}`;
  const balance = bank.accounts.byLabel(label)?.balance ?? 0n;
  const moved = rows.reduce(
    (sum, { entry }) => sum + (entry.direction === 'in' ? entry.units : -entry.units),
    0n,
  );
  const entries = rows.map(({ entry }) => entry);
  const text = writeCamt053({ statementId, account, atMs: nowMs, openingUnits: balance - moved, entries });
  const path = join(folder, 'in', `camt053-${statementId}.xml`);
  if (!existsSync(path)) {
    writeFileSync(`${path}.part`, text, { flush: true });
    renameSync(`${path}.part`, path);
  }
  bank.setSetting(`stated:${label}`, String(last));
}
