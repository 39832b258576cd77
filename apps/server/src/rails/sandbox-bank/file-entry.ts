import type { FileEntry } from '#rails/bank/iso20022/camt053.ts';
import { PAYMENT_FAILURES, TRANSFER_METHODS } from '#rails/ports.ts';

/** An entry of the books as a statement has it. */
export function fileEntryOf(
  row: Readonly<Record<string, unknown>>,
  accountId: bigint,
): Omit<FileEntry, 'currency'> {
  const textIn = (name: string): string | undefined => (row[name] === null ? undefined : String(row[name]));
  const direction = row['credit_id'] === accountId ? ('in' as const) : ('out' as const);
  const instructionId = textIn('instruction_id');
  const isTransfer = row['transfer_method'] !== null;
  const reason = textIn('reason');
  return {
    entryRef: `E${row['entry_id']}`,
    direction,
    // Money of a payment that comes back, and of a transfer that is taken back.
    isReversal: instructionId === undefined ? isTransfer && direction === 'out' : direction === 'in',
    units: BigInt(String(row['units'])),
    bookedAtMs: Number(row['at_ms']),
    externalId: isTransfer ? textIn('utr') : undefined,
    instructionId,
    reference: textIn('reference') ?? '',
    payerName: textIn('payer_name') ?? '',
    payerAccount: textIn('payer_account') ?? '',
    method: TRANSFER_METHODS.find((method) => method === row['transfer_method']) ?? 'imps',
    reason: PAYMENT_FAILURES.find((failure) => failure === reason) ?? 'rejected',
  };
}
