import type { TransferMethod } from '#rails/ports.ts';

/** An account that the sandbox bank keeps for us, with what people pay to. */
export interface OwnAccount {
  readonly label: string;
  readonly asset: string;
  readonly number: string;
  readonly bankCode: string;
  readonly name: string;
  /** UPI handle, wallet numbers and PIX key that lead to it, by way. */
  readonly aliases: Readonly<Partial<Record<TransferMethod, string>>>;
  readonly methods: readonly TransferMethod[];
  /** Own money of the operator that it is opened with, in the smallest unit. */
  readonly openingUnits: bigint;
}

/** The bank itself: fictional, as its code says. */
export const SANDBOX_BANK = { name: 'Sandbox Bank', bankCode: 'SBOX0000001' };

export const OWN_ACCOUNTS: readonly OwnAccount[] = [
  {
    label: 'inr',
    asset: 'INR',
    number: '900100000001',
    bankCode: SANDBOX_BANK.bankCode,
    name: 'Tarazu client account',
    aliases: { upi: 'tarazu.brk@validsbox' },
    methods: ['upi', 'imps', 'neft', 'rtgs'],
    openingUnits: 5_000_000_000n,
  },
  {
    label: 'bdt',
    asset: 'BDT',
    number: '900100000002',
    bankCode: '090260001',
    name: 'Tarazu client account',
    aliases: { bkash: '01700000001', nagad: '01800000001' },
    methods: ['bkash', 'nagad'],
    openingUnits: 500_000_000n,
  },
  {
    label: 'brl',
    asset: 'BRL',
    number: '900100000003',
    bankCode: '90010001',
    name: 'Tarazu client account',
    aliases: { pix: 'pix@tarazu.example' },
    methods: ['pix'],
    openingUnits: 50_000_000n,
  },
];
