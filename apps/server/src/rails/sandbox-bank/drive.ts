import * as z from 'zod/mini';
import { assetText, shortText, unitsText } from '#rails/hand-over/change-text.ts';
import { TRANSFER_METHODS } from '#rails/ports.ts';
import type { LittleCall, LittleReply } from '#rails/process/little-server.ts';
import type { SandboxBank } from '#rails/sandbox-bank/bank.ts';
import { exchangeFiles } from '#rails/sandbox-bank/exchange-files.ts';
import { faultsSchema } from '#rails/sandbox-bank/faults.ts';
import { OWN_ACCOUNTS } from '#rails/sandbox-bank/own-accounts.ts';

/** Acts of a person at the sandbox bank: pays to us, takes back, opens accounts, makes things go wrong. */

const TEXT_MAX = 140;
const NEWEST = 20;
const text = () => z.string().check(z.maxLength(TEXT_MAX));
const more = () => unitsText().check(z.refine((units) => units > 0n));

const transferSchema = z.object({
  method: z.enum(TRANSFER_METHODS),
  /** Account of ours; without one the account of the way. */
  account: z.optional(shortText()),
  amount: more(),
  reference: text(),
  payerName: text(),
  payerAccount: text(),
  utr: z.optional(z.string().check(z.regex(/^[0-9A-Z]{6,35}$/))),
});
const utrSchema = z.object({ utr: shortText() });
const accountSchema = z.object({
  name: text().check(z.minLength(1)),
  asset: assetText(),
  number: z.optional(z.string().check(z.regex(/^[0-9]{9,18}$/))),
  bankCode: z.optional(shortText()),
  alias: z.optional(shortText()),
  units: z.optional(unitsText()),
});
const checkoutSchema = z.object({ checkoutId: shortText(), name: text(), account: text() });

const BAD: LittleReply = { status: 400 };
const NOT_FOUND: LittleReply = { status: 404 };
const TAKEN: LittleReply = { status: 409 };

const DRIVES: Readonly<Record<string, (bank: SandboxBank, call: LittleCall) => LittleReply>> = {
  'GET /drive/state': (bank) => ({ status: 200, body: stateOf(bank) }),
  'POST /drive/transfer': transfer,
  'POST /drive/reverse': (bank, { body }) => onTransfer(body, (utr) => bank.reverse(utr)),
  'POST /drive/tell-again': (bank, { body }) => onTransfer(body, (utr) => bank.reportAgain(utr)),
  'POST /drive/account': openAccount,
  'POST /drive/faults': (bank, { body }) => {
    const faults = faultsSchema.safeParse(body);
    if (!faults.success) return BAD;
    bank.setFaults(faults.data);
    return { status: 200, body: stateOf(bank) };
  },
  'GET /drive/checkout': (bank, { query }) => {
    const checkout = bank.checkout(query.get('id') ?? '');
    return checkout ? { status: 200, body: { checkout } } : NOT_FOUND;
  },
  'POST /drive/checkout': (bank, { body }) => {
    const read = checkoutSchema.safeParse(body);
    if (!read.success) return BAD;
    const { checkoutId, ...payer } = read.data;
    const paid = bank.payCheckout(checkoutId, payer);
    return paid ? { status: 200, body: { transfer: paid } } : NOT_FOUND;
  },
};

export function driveBank(bank: SandboxBank, call: LittleCall, files: string | undefined): LittleReply {
  if (`${call.method} ${call.path}` === 'POST /drive/files' && files !== undefined) {
    exchangeFiles(bank, files, Date.now());
    return { status: 200, body: { folder: files } };
  }
  return DRIVES[`${call.method} ${call.path}`]?.(bank, call) ?? NOT_FOUND;
}

function transfer(bank: SandboxBank, { body }: LittleCall): LittleReply {
  const read = transferSchema.safeParse(body);
  if (!read.success) return BAD;
  const { account, amount, ...sent } = read.data;
  const label = account ?? OWN_ACCOUNTS.find(({ methods }) => methods.includes(sent.method))?.label ?? '';
  const to = bank.accounts.byLabel(label);
  if (to?.kind !== 'ours') return BAD;
  if (sent.utr !== undefined && bank.transfers.find(sent.utr)) return TAKEN;
  return { status: 200, body: { transfer: bank.receive({ ...sent, to, units: amount }) } };
}

function onTransfer(body: unknown, act: (utr: string) => object | undefined): LittleReply {
  const read = utrSchema.safeParse(body);
  if (!read.success) return BAD;
  const done = act(read.data.utr);
  return done ? { status: 200, body: { transfer: done } } : NOT_FOUND;
}

function openAccount(bank: SandboxBank, { body }: LittleCall): LittleReply {
  const read = accountSchema.safeParse(body);
  if (!read.success) return BAD;
  const { number, alias } = read.data;
  const isTaken = [number, alias].some((name) => name !== undefined && bank.accounts.find(name));
  if (isTaken) return TAKEN;
  return { status: 200, body: { account: bank.openAccount(read.data) } };
}

function stateOf(bank: SandboxBank): object {
  return {
    faults: bank.faults.read(),
    ours: bank.accounts.ours().map(({ label, asset, number, bankCode, balance }) => {
      const aliases = OWN_ACCOUNTS.find((own) => own.label === label)?.aliases ?? {};
      return { label, asset, number, bankCode, balance, aliases };
    }),
    people: bank.accounts.people(NEWEST),
    transfers: bank.transfers.newest(NEWEST),
    payments: bank.payments.newest(NEWEST),
    problems: bank.accounts.problems(),
  };
}
