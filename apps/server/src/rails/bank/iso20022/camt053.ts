import { formatDecimal, INDIA_OFFSET_MS, parseDecimal } from '@tarazu/core/values';
import { CAMT_053 } from '#rails/bank/iso20022/format.ts';
import {
  below,
  type MessageElement,
  MessageProblem,
  MessageReader,
  textBelow,
} from '#rails/bank/iso20022/message-reader.ts';
import { leaf, tag, type Written, writtenMessage } from '#rails/bank/iso20022/message-writer.ts';
import { accountId, CURRENCY_SCALE, type FileAccount } from '#rails/bank/iso20022/pain001.ts';
import { type PaymentFailure, TRANSFER_METHODS, type TransferMethod } from '#rails/ports.ts';

/** A booked entry of a statement. */
export interface FileEntry {
  /** The bank's own number of it: unique in an account. */
  readonly entryRef: string;
  readonly direction: 'in' | 'out';
  /** A reversal takes back what another has booked. */
  readonly isReversal: boolean;
  readonly units: bigint;
  readonly currency: string;
  readonly bookedAtMs: number;
  /** Number of the transfer, of one that is none of ours. */
  readonly externalId: string | undefined;
  /** Instruction of ours. */
  readonly instructionId: string | undefined;
  readonly reference: string;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly method: TransferMethod;
  readonly reason: PaymentFailure;
}

export interface FileStatement {
  readonly accountNumber: string;
  readonly closing: { readonly units: bigint; readonly currency: string } | undefined;
}

export interface StatementTaker {
  onEntry(entry: FileEntry, statement: FileStatement): void;
  onEnd(statement: FileStatement): void;
}

const ROOT = 'BkToCstmrStmt/Stmt';
const RECORDS = ['Id', 'Acct', 'Bal', 'Ntry'].map((name) => `${ROOT}/${name}`);
const NOTHING = 'NOTPROVIDED';
/** Codes for returns (ISO 20022 external code set). */
const REASONS: Readonly<Record<string, PaymentFailure>> = {
  AC01: 'noSuchAccount',
  AC04: 'accountClosed',
  AM02: 'limit',
  AM04: 'insufficientFunds',
  BE01: 'nameMismatch',
};
const UNTOLD = 'MS03';

/**
 * Reads statements of accounts (camt.053.001.08) as they come, and adds up what they say: opening balance and
 * entries must make the closing one.
 */
export class Camt053Reader {
  readonly #reader: MessageReader;
  readonly #taker: StatementTaker;
  #account = '';
  #opening: bigint | undefined;
  #closing: FileStatement['closing'];
  #sum = 0n;
  #isOpen = false;

  constructor(taker: StatementTaker) {
    this.#taker = taker;
    this.#reader = new MessageReader(CAMT_053, RECORDS, (path, element) => this.#take(path, element));
  }

  /** @throws MessageProblem */
  write(bytes: Uint8Array): void {
    this.#reader.write(bytes);
  }

  /** @throws MessageProblem */
  end(): void {
    this.#reader.end();
    this.#finish();
  }

  #take(path: string, element: MessageElement): void {
    const name = path.slice(ROOT.length + 1);
    if (name === 'Id') this.#begin();
    else if (name === 'Acct')
      this.#account = textBelow(element, 'Id', 'Othr', 'Id') ?? textBelow(element, 'Id', 'IBAN') ?? '';
    else if (name === 'Bal') this.#balance(element);
    else this.#entry(element);
  }

  #begin(): void {
    this.#finish();
    this.#isOpen = true;
    this.#opening = undefined;
    this.#closing = undefined;
    this.#sum = 0n;
  }

  #balance(element: MessageElement): void {
    const code = textBelow(element, 'Tp', 'CdOrPrtry', 'Cd');
    const { units, currency } = amountOf(element);
    const signed = textBelow(element, 'CdtDbtInd') === 'DBIT' ? -units : units;
    if (code === 'OPBD' || code === 'PRCD') this.#opening = signed;
    if (code === 'CLBD') this.#closing = { units: signed, currency };
  }

  #entry(element: MessageElement): void {
    // An entry that is announced and not booked comes again when it is.
    if (textBelow(element, 'Sts', 'Cd') !== 'BOOK') return;
    const entry = entryOf(element);
    this.#sum += entry.direction === 'in' ? entry.units : -entry.units;
    this.#taker.onEntry(entry, this.#statement());
  }

  #finish(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const closing = this.#closing?.units;
    if (this.#opening !== undefined && closing !== undefined && this.#opening + this.#sum !== closing)
      throw new MessageProblem('The message has entries that do not make its closing balance.');
    this.#taker.onEnd(this.#statement());
  }

  #statement(): FileStatement {
    return { accountNumber: this.#account, closing: this.#closing };
  }
}

function entryOf(element: MessageElement): FileEntry {
  const details = below(element, 'NtryDtls', 'TxDtls');
  const several = (below(element, 'NtryDtls')?.children ?? []).filter(({ name }) => name === 'TxDtls').length;
  if (several > 1)
    throw new MessageProblem('The message has an entry of several transfers: have them booked singly.');
  const refs = below(details, 'Refs');
  const entryRef = textBelow(element, 'AcctSvcrRef') ?? textBelow(element, 'NtryRef');
  if (entryRef === undefined) throw new MessageProblem('The message has an entry without a number.');
  const direction = textBelow(element, 'CdtDbtInd') === 'CRDT' ? ('in' as const) : ('out' as const);
  const isReversal = /^(?:true|1)$/.test(textBelow(element, 'RvslInd') ?? '');
  const endToEnd = textBelow(refs, 'EndToEndId');
  // A payment of ours goes out, or comes back; what else comes in or is taken back is a transfer of somebody.
  const isOurs = (direction === 'out') !== isReversal;
  const number = textBelow(refs, 'TxId') ?? textBelow(refs, 'ClrSysRef') ?? textBelow(refs, 'AcctSvcrRef');
  const parties = below(details, 'RltdPties');
  const account = below(parties, 'DbtrAcct', 'Id');
  return {
    entryRef,
    direction,
    isReversal,
    ...amountOf(element),
    bookedAtMs: instantOf(below(element, 'BookgDt') ?? below(element, 'ValDt')),
    externalId: isOurs ? undefined : (number ?? entryRef).toUpperCase(),
    instructionId: isOurs && endToEnd !== NOTHING ? endToEnd : undefined,
    reference: textBelow(details, 'RmtInf', 'Ustrd') ?? '',
    payerName: textBelow(parties, 'Dbtr', 'Pty', 'Nm') ?? '',
    payerAccount: textBelow(account, 'Othr', 'Id') ?? textBelow(account, 'IBAN') ?? '',
    method: methodOf(textBelow(element, 'BkTxCd', 'Prtry', 'Cd'), number ?? ''),
    reason: REASONS[textBelow(details, 'RtrInf', 'Rsn', 'Cd') ?? ''] ?? 'rejected',
  };
}

function amountOf(element: MessageElement): { readonly units: bigint; readonly currency: string } {
  const amount = below(element, 'Amt');
  const units = parseDecimal(amount?.text ?? '', CURRENCY_SCALE);
  if (units === undefined)
    throw new MessageProblem(`The message has the amount ${amount?.text}, which is none in paise.`);
  return { units, currency: amount?.currency ?? '' };
}

/** A day without a time is its noon in India. */
function instantOf(element: MessageElement | undefined): number {
  const time = textBelow(element, 'DtTm');
  const day = textBelow(element, 'Dt')?.slice(0, DAY_LENGTH);
  const text = time ?? (day === undefined ? '' : `${day}T12:00:00`);
  const atMs = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}+05:30`);
  if (Number.isNaN(atMs) || atMs < 0) throw new MessageProblem('The message has an entry without a time.');
  return atMs;
}

const DAY_LENGTH = 10;

/** By the bank's own code, else by the form of the number (rules 2.20). */
function methodOf(code: string | undefined, number: string): TransferMethod {
  const named = TRANSFER_METHODS.find((method) => method === code?.toLowerCase());
  if (named) return named;
  if (/^[0-9]{12}$/.test(number)) return 'imps';
  return /^[A-Z]{4}R[A-Z0-9]{17}$/.test(number) ? 'rtgs' : 'neft';
}

/** A statement of the sandbox bank's. */
export interface WrittenStatement {
  readonly statementId: string;
  readonly account: FileAccount;
  readonly atMs: number;
  readonly openingUnits: bigint;
  readonly entries: readonly Omit<FileEntry, 'currency'>[];
}

const CODES = new Map(Object.entries(REASONS).map(([code, reason]) => [reason, code]));

export function writeCamt053(statement: WrittenStatement): string {
  const { statementId, account, atMs, openingUnits, entries } = statement;
  const at = new Date(atMs).toISOString();
  const closing = entries.reduce(
    (sum, { direction, units }) => (direction === 'in' ? sum + units : sum - units),
    openingUnits,
  );
  const entriesOf = entries.map((entry) => writtenEntry(entry, account));
  return writtenMessage(
    CAMT_053,
    tag(
      'BkToCstmrStmt',
      tag('GrpHdr', leaf('MsgId', statementId), leaf('CreDtTm', at)),
      tag(
        'Stmt',
        leaf('Id', statementId),
        leaf('CreDtTm', at),
        tag('Acct', accountId(account.number), leaf('Ccy', account.asset)),
        balance('OPBD', openingUnits, { account, at }),
        balance('CLBD', closing, { account, at }),
        ...entriesOf,
      ),
    ),
  );
}

function balance(
  code: string,
  units: bigint,
  { account, at }: { readonly account: FileAccount; readonly at: string },
): Written {
  return tag(
    'Bal',
    tag('Tp', tag('CdOrPrtry', leaf('Cd', code))),
    leaf('Amt', formatDecimal(units < 0n ? -units : units, CURRENCY_SCALE), account.asset),
    leaf('CdtDbtInd', units < 0n ? 'DBIT' : 'CRDT'),
    tag('Dt', leaf('Dt', dayOf(Date.parse(at)))),
  );
}

function writtenEntry(entry: Omit<FileEntry, 'currency'>, { asset }: FileAccount): Written {
  return tag(
    'Ntry',
    leaf('Amt', formatDecimal(entry.units, CURRENCY_SCALE), asset),
    leaf('CdtDbtInd', entry.direction === 'in' ? 'CRDT' : 'DBIT'),
    leaf('RvslInd', String(entry.isReversal)),
    tag('Sts', leaf('Cd', 'BOOK')),
    tag('BookgDt', leaf('DtTm', new Date(entry.bookedAtMs).toISOString())),
    leaf('AcctSvcrRef', entry.entryRef),
    tag('BkTxCd', tag('Prtry', leaf('Cd', entry.method.toUpperCase()))),
    tag('NtryDtls', detailsOf(entry)),
  );
}

function detailsOf(entry: Omit<FileEntry, 'currency'>): Written {
  const { externalId, instructionId, reference, payerName, payerAccount } = entry;
  const number = externalId === undefined ? undefined : leaf('TxId', externalId);
  const account = payerAccount === '' ? undefined : tag('DbtrAcct', accountId(payerAccount));
  const payer = tag('RltdPties', tag('Dbtr', tag('Pty', leaf('Nm', payerName))), account);
  const isReturn = entry.isReversal && instructionId !== undefined;
  const reason = tag('RtrInf', tag('Rsn', leaf('Cd', CODES.get(entry.reason) ?? UNTOLD)));
  return tag(
    'TxDtls',
    tag('Refs', leaf('EndToEndId', instructionId ?? NOTHING), number),
    payerName === '' ? undefined : payer,
    reference === '' ? undefined : tag('RmtInf', leaf('Ustrd', reference)),
    isReturn ? reason : undefined,
  );
}

/** The day of an instant in India. */
export function dayOf(atMs: number): string {
  return new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, DAY_LENGTH);
}
