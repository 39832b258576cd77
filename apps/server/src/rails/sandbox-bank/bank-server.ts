import * as z from 'zod/mini';
import { assetText, shortText, unitsText } from '#rails/hand-over/change-text.ts';
import { TRANSFER_METHODS } from '#rails/ports.ts';
import {
  isKey,
  type LittleCall,
  type LittleFaults,
  type LittleReply,
  type LittleServer,
  openLittleServer,
} from '#rails/process/little-server.ts';
import type { SandboxBank } from '#rails/sandbox-bank/bank.ts';
import { driveBank } from '#rails/sandbox-bank/drive.ts';

export interface BankKeys {
  /** Of the API that the adapter asks. */
  readonly api: string;
  /** Of what a person does at the sandbox. */
  readonly drive: string;
}

const TEXT_MAX = 256;
const BATCH_MAX = 200;
const text = () => z.string().check(z.maxLength(TEXT_MAX));

const payeeSchema = z.object({
  method: z.enum(TRANSFER_METHODS),
  account: shortText(),
  bankCode: z.optional(shortText()),
});
const instructionSchema = z.object({
  instructionId: z.string().check(z.regex(/^[A-Za-z0-9-]{8,35}$/)),
  account: shortText(),
  asset: assetText(),
  amount: unitsText().check(z.refine((units) => units > 0n)),
  payee: z.extend(payeeSchema, { name: text() }),
  reference: text(),
});
const batchSchema = z.object({ payments: z.array(instructionSchema).check(z.maxLength(BATCH_MAX)) });
const checkoutSchema = z.object({
  checkoutId: z.string().check(z.regex(/^[A-Za-z0-9-]{8,35}$/)),
  method: z.enum(TRANSFER_METHODS),
  account: shortText(),
  asset: assetText(),
  amount: unitsText().check(z.refine((units) => units > 0n)),
});

const NOT_FOUND: LittleReply = { status: 404 };
const BAD: LittleReply = { status: 400 };
const WELL: LittleFaults = { slowMs: 0, isDown: false, losesAnswers: false };

/** The bank behind HTTP: its API under `/v1`, and under `/drive` what a person does at the sandbox. */
export function openBankServer(
  bank: SandboxBank,
  { keys, files }: { readonly keys: BankKeys; readonly files?: string | undefined },
  onChanged: () => void,
): Promise<LittleServer> {
  return openLittleServer({
    // A person who drives the bank reaches it also when it is down for everybody else.
    faults: (path) => (path.startsWith('/drive/') ? WELL : bank.faults.read()),
    serve: (call) => {
      const isDrive = call.path.startsWith('/drive/');
      if (!isKey(call.key, isDrive ? keys.drive : keys.api)) return { status: 401 };
      const reply = isDrive ? driveBank(bank, call, files) : serveApi(bank, call);
      if (call.method === 'POST') onChanged();
      return reply;
    },
  });
}

function serveApi(bank: SandboxBank, call: LittleCall): LittleReply {
  const name = `${call.method} ${call.path}`;
  if (name === 'GET /v1/changes') return changes(bank, call);
  if (name === 'POST /v1/payments') return pay(bank, call);
  if (name === 'GET /v1/payments') {
    const known = bank.payments.status(call.query.get('id') ?? '');
    return { status: 200, body: { payments: known ? [known] : [] } };
  }
  if (name === 'GET /v1/holdings') {
    const holdings = bank.accounts
      .ours()
      .map(({ label, asset, balance }) => ({ account: label, asset, amount: balance }));
    return { status: 200, body: { holdings } };
  }
  if (name === 'GET /v1/statement') return statement(bank, call);
  if (name === 'POST /v1/names') {
    const payee = payeeSchema.safeParse(call.body);
    return payee.success ? { status: 200, body: bank.lookUpName(payee.data) } : BAD;
  }
  if (name === 'POST /v1/checkouts') {
    const checkout = checkoutSchema.safeParse(call.body);
    const opened = checkout.success ? bank.openCheckout(checkout.data) : undefined;
    return opened ? { status: 200, body: opened } : BAD;
  }
  return NOT_FOUND;
}

function changes(bank: SandboxBank, { query }: LittleCall): LittleReply {
  const after = query.get('after') ?? '0';
  if (!/^\d{1,18}$/.test(after)) return BAD;
  return { status: 200, body: bank.feed.page(BigInt(after)) };
}

function pay(bank: SandboxBank, { body }: LittleCall): LittleReply {
  const batch = batchSchema.safeParse(body);
  return batch.success ? { status: 200, body: { payments: bank.pay(batch.data.payments) } } : BAD;
}

function statement(bank: SandboxBank, { query }: LittleCall): LittleReply {
  const [account = '', day = '', after] = ['account', 'day', 'after'].map((name) => query.get(name) ?? '');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{0,18}$/.test(after ?? '')) return BAD;
  return { status: 200, body: bank.statement({ account, day, after: BigInt(after || '0') }) };
}
