import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import { PAIN_001 } from '#rails/bank/iso20022/format.ts';
import { below, type MessageElement, MessageReader, textBelow } from '#rails/bank/iso20022/message-reader.ts';
import { leaf, tag, type Written, writtenMessage } from '#rails/bank/iso20022/message-writer.ts';
import { type PaymentInstruction, TRANSFER_METHODS } from '#rails/ports.ts';

/** Account of ours at the bank. */
export interface FileAccount {
  readonly label: string;
  readonly asset: string;
  readonly number: string;
  readonly bankCode: string;
  readonly name: string;
}

/** Decimals of the currencies that banks hold for us. */
export const CURRENCY_SCALE = 2;

/** Credit transfers from one account of ours, as one message (pain.001.001.09). */
export function writePain001(
  payments: readonly PaymentInstruction[],
  of: { readonly messageId: string; readonly from: FileAccount; readonly atMs: number },
): string {
  const { messageId, from, atMs } = of;
  const at = new Date(atMs).toISOString();
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  const counted: readonly Written[] = [
    leaf('NbOfTxs', String(payments.length)),
    leaf('CtrlSum', formatDecimal(sum, CURRENCY_SCALE)),
  ];
  const payer = leaf('Nm', from.name);
  return writtenMessage(
    PAIN_001,
    tag(
      'CstmrCdtTrfInitn',
      tag('GrpHdr', leaf('MsgId', messageId), leaf('CreDtTm', at), ...counted, tag('InitgPty', payer)),
      tag(
        'PmtInf',
        leaf('PmtInfId', messageId),
        leaf('PmtMtd', 'TRF'),
        leaf('BtchBookg', 'false'),
        ...counted,
        tag('ReqdExctnDt', leaf('Dt', at.slice(0, 10))),
        tag('Dbtr', payer),
        tag('DbtrAcct', accountId(from.number), leaf('Ccy', from.asset)),
        tag('DbtrAgt', agentOf(from.bankCode)),
        ...payments.map(transferOf),
      ),
    ),
  );
}

function transferOf({ instructionId, amount, asset, payee, reference }: PaymentInstruction): Written {
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', leaf('InstrId', instructionId), leaf('EndToEndId', instructionId)),
    tag('PmtTpInf', tag('LclInstrm', leaf('Prtry', payee.method.toUpperCase()))),
    tag('Amt', leaf('InstdAmt', formatDecimal(amount, CURRENCY_SCALE), asset)),
    payee.bankCode === undefined ? undefined : tag('CdtrAgt', agentOf(payee.bankCode)),
    tag('Cdtr', leaf('Nm', payee.name)),
    tag('CdtrAcct', accountId(payee.account)),
    reference === '' ? undefined : tag('RmtInf', leaf('Ustrd', reference)),
  );
}

/** Identification of an account that has no IBAN. */
export function accountId(number: string): Written {
  return tag('Id', tag('Othr', leaf('Id', number)));
}

/** Codes of Indian banks have a name of their own in the list of clearing systems. */
function agentOf(bankCode: string): Written {
  const isIndian = /^[A-Z]{4}0[A-Z0-9]{6}$/.test(bankCode);
  const system = isIndian ? tag('ClrSysId', leaf('Cd', 'INFSC')) : undefined;
  return tag('FinInstnId', tag('ClrSysMmbId', system, leaf('MmbId', bankCode)));
}

export interface ReadPain001 {
  readonly messageId: string;
  /** Number of our account that pays. */
  readonly account: string;
  readonly payments: readonly Omit<PaymentInstruction, 'account' | 'asset' | 'amount'>[];
  readonly amounts: readonly { readonly units: bigint; readonly currency: string }[];
}

/**
 * Reads what `writePain001` writes, as the sandbox bank does.
 * @throws MessageProblem
 */
export function readPain001(bytes: Uint8Array): ReadPain001 {
  let [messageId, account] = ['', ''];
  const transfers: MessageElement[] = [];
  const root = 'CstmrCdtTrfInitn';
  const paths = [`${root}/GrpHdr`, `${root}/PmtInf/DbtrAcct`, `${root}/PmtInf/CdtTrfTxInf`];
  const reader = new MessageReader(PAIN_001, paths, (path, element) => {
    if (path === paths[0]) messageId = textBelow(element, 'MsgId') ?? '';
    else if (path === paths[1]) account = textBelow(element, 'Id', 'Othr', 'Id') ?? '';
    else transfers.push(element);
  });
  reader.write(bytes);
  reader.end();
  return {
    messageId,
    account,
    payments: transfers.map((transfer) => {
      const method = textBelow(transfer, 'PmtTpInf', 'LclInstrm', 'Prtry')?.toLowerCase();
      const bankCode = textBelow(transfer, 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId', 'MmbId');
      return {
        instructionId: textBelow(transfer, 'PmtId', 'EndToEndId') ?? '',
        payee: {
          method: TRANSFER_METHODS.find((one) => one === method) ?? 'imps',
          account: textBelow(transfer, 'CdtrAcct', 'Id', 'Othr', 'Id') ?? '',
          ...(bankCode !== undefined && { bankCode }),
          name: textBelow(transfer, 'Cdtr', 'Nm') ?? '',
        },
        reference: textBelow(transfer, 'RmtInf', 'Ustrd') ?? '',
      };
    }),
    amounts: transfers.map((transfer) => {
      const amount = below(transfer, 'Amt', 'InstdAmt');
      return {
        units: parseDecimal(amount?.text ?? '', CURRENCY_SCALE) ?? 0n,
        currency: amount?.currency ?? '',
      };
    }),
  };
}
