import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { COIN_SCALE, DAY_MS, HOUR_MS, parseDecimal } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { NETWORK_IDS } from '#market/catalogue/coin-networks.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import type { SignerRefusal } from '#rails/signer/messages.ts';

/** Limits of the signer's own, which no server can raise: a file beside its keys, read when it starts. */

const decimal = () =>
  z.pipe(
    z.string().check(z.refine((text) => parseDecimal(text, COIN_SCALE) !== undefined)),
    z.transform((text) => parseDecimal(text, COIN_SCALE) ?? 0n),
  );
const limitSchema = z.object({
  payment: decimal(),
  hour: decimal(),
  day: decimal(),
  fee: z.optional(decimal()),
});
const fileSchema = z.object({
  /** By asset; one without a line is not paid out. `fee`: the most that one transaction may cost. */
  limits: z.record(z.string(), limitSchema),
  /** Addresses of the cold part, by network: only what goes there passes no limit. */
  cold: z.partialRecord(z.enum(NETWORK_IDS), z.string()),
});
export type SignerLimits = z.output<typeof fileSchema>;

/** A hot part that a day of withdrawals needs, and no more. */
const DEFAULT = {
  limits: {
    BTC: { payment: '1', hour: '3', day: '10', fee: '0.002' },
    ETH: { payment: '30', hour: '100', day: '300', fee: '0.05' },
    USDT: { payment: '100000', hour: '300000', day: '1000000' },
    LINK: { payment: '5000', hour: '20000', day: '50000' },
    UNI: { payment: '10000', hour: '40000', day: '100000' },
    AAVE: { payment: '500', hour: '2000', day: '5000' },
    TRX: { payment: '300000', hour: '1000000', day: '3000000', fee: '200' },
    XRP: { payment: '50000', hour: '150000', day: '500000', fee: '1' },
  },
  cold: {},
};

export function openLimits(folder: string): SignerLimits {
  const path = join(folder, 'limits.json');
  if (!existsSync(path))
    writeFileSync(path, `${JSON.stringify(DEFAULT, undefined, 2)}\n`, { mode: 0o600, flush: true });
  const read = fileSchema.safeParse(jsonIn(path));
  if (read.success) return read.data;
  throw new StartupError(`${path} is no file of limits: see ${read.error.issues[0]?.path.join('.')}.`);
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new StartupError(
      `${path} can not be read as JSON. Mend it, or remove it to begin with the usual.`,
      {
        cause,
      },
    );
  }
}

/** Amounts in units of 1e-8 that have left, by asset. */
export class SpentAmounts {
  readonly #file: DatabaseSync;
  readonly #limits: SignerLimits;

  constructor(file: DatabaseSync, limits: SignerLimits) {
    this.#file = file;
    this.#limits = limits;
    file.exec(`
      create table if not exists spent (asset text not null, at_ms integer not null, units text not null) strict;
      create index if not exists spent_by_time on spent (asset, at_ms);
    `);
  }

  /** The most that a transaction may cost in this asset. */
  feeMax(asset: string): bigint {
    return this.#limits.limits[asset]?.fee ?? 0n;
  }

  /** Whether one payment is larger than one may be; of an asset without a line each is. */
  isTooLarge({ asset, units }: { readonly asset: string; readonly units: bigint }): boolean {
    return units > (this.#limits.limits[asset]?.payment ?? 0n);
  }

  /** Why so much more may not leave now; undefined when it may. */
  problem(asset: string, amount: bigint, nowMs: number): SignerRefusal | undefined {
    const limit = this.#limits.limits[asset];
    if (!limit) return 'limitPayment';
    if (this.#since(asset, nowMs - HOUR_MS) + amount > limit.hour) return 'limitHour';
    return this.#since(asset, nowMs - DAY_MS) + amount > limit.day ? 'limitDay' : undefined;
  }

  add(asset: string, amount: bigint, nowMs: number): void {
    if (amount > 0n)
      this.#file.prepare('insert into spent values (?, ?, ?)').run(asset, nowMs, String(amount));
    this.#file.prepare('delete from spent where asset = ? and at_ms < ?').run(asset, nowMs - DAY_MS);
  }

  #since(asset: string, fromMs: number): bigint {
    let sum = 0n;
    const rows = this.#file.prepare('select units from spent where asset = ? and at_ms > ?');
    for (const row of rows.iterate(asset, fromMs)) sum += BigInt(String(row['units']));
    return sum;
  }
}
