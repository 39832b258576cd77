import * as z from 'zod/mini';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { assetText } from '#rails/hand-over/change-text.ts';

/** Requests to the signer. It makes the transaction itself, so that it knows what it signs. */

const INPUTS_MAX = 200;
const OUTPUTS_MAX = 100;
const INDEX_MAX = 2 ** 31 - 1;
const TAG_MAX = 2 ** 32 - 1;
const ADDRESS_MAX = 100;

const place = () =>
  z.tuple([z.union([z.literal(0), z.literal(1)]), z.int().check(z.minimum(0), z.maximum(INDEX_MAX))]);
/** Units of the network, as text. */
const units = () => z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,39})$/));

/** `own`: a place below our own keys; `cold`: the address that the signer itself knows. */
const destinationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), address: z.string().check(z.maxLength(ADDRESS_MAX)) }),
  z.object({ kind: z.literal('own'), place: place() }),
  z.object({ kind: z.literal('cold') }),
]);
export type Destination = z.output<typeof destinationSchema>;

const bitcoinPlanSchema = z.object({
  dialect: z.literal('bitcoin'),
  network: z.enum(NETWORK_IDS),
  inputs: z
    .array(
      z.object({
        txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        index: z.int().check(z.minimum(0), z.maximum(INDEX_MAX)),
        units: units(),
        place: place(),
      }),
    )
    .check(z.minLength(1), z.maxLength(INPUTS_MAX)),
  outputs: z
    .array(z.object({ to: destinationSchema, units: units() }))
    .check(z.minLength(1), z.maxLength(OUTPUTS_MAX)),
});
const ethereumPlanSchema = z.object({
  dialect: z.literal('ethereum'),
  network: z.enum(NETWORK_IDS),
  from: place(),
  to: destinationSchema,
  asset: assetText(),
  units: units(),
  nonce: z.int().check(z.minimum(0)),
  gasLimit: units(),
  unitPrice: units(),
  tip: units(),
  tag: z.optional(z.int().check(z.minimum(0), z.maximum(TAG_MAX))),
});
/** A transaction before it is signed. */
export const planSchema = z.discriminatedUnion('dialect', [bitcoinPlanSchema, ethereumPlanSchema]);
export type Plan = z.output<typeof planSchema>;
export type BitcoinPlan = z.output<typeof bitcoinPlanSchema>;
export type EthereumPlan = z.output<typeof ethereumPlanSchema>;

export const signRequestSchema = z.object({
  /** The same id with the same plan gives the same transaction, and counts once. */
  requestId: z.string().check(z.regex(/^[A-Za-z0-9:-]{4,64}$/)),
  plan: planSchema,
});
export type SignRequest = z.output<typeof signRequestSchema>;

/** Reasons of the signer: those of a limit pass with time, the others do not. */
export const SIGNER_REFUSALS = [
  'limitPayment',
  'limitHour',
  'limitDay',
  'fee',
  'address',
  'noCold',
  'contradiction',
  'network',
] as const;
export type SignerRefusal = (typeof SIGNER_REFUSALS)[number];

export const signAnswerSchema = z.discriminatedUnion('isSigned', [
  z.object({ isSigned: z.literal(true), signed: z.string(), id: z.string() }),
  z.object({ isSigned: z.literal(false), reason: z.enum(SIGNER_REFUSALS) }),
]);
export type SignAnswer = z.output<typeof signAnswerSchema>;

export const publicKeysSchema = z.object({
  kind: z.enum(['main', 'sandbox']),
  xpubs: z.record(z.enum(NETWORK_IDS), z.string()),
});
export type PublicKeys = z.output<typeof publicKeysSchema>;
