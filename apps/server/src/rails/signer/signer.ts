import type { DatabaseSync } from 'node:sqlite';
import { coinNetwork } from '#market/catalogue/coin-networks.ts';
import { ledgerCostOf } from '#rails/chain/units.ts';
import { atOnce } from '#rails/process/child-main.ts';
import type { SignerKeys } from '#rails/signer/key-file.ts';
import { type SignerLimits, SpentAmounts } from '#rails/signer/limits.ts';
import { keyOf, type MadeTransaction, makeBitcoin, makeEthereum } from '#rails/signer/make-transaction.ts';
import type {
  BitcoinPlan,
  Destination,
  EthereumPlan,
  Plan,
  PublicKeys,
  SignAnswer,
  SignerRefusal,
  SignRequest,
} from '#rails/signer/messages.ts';

interface Checked {
  readonly make: () => MadeTransaction;
  /** Amounts that leave by it, in units of 1e-8 by asset; the fee among them. */
  readonly leaves: ReadonlyMap<string, bigint>;
  /** The largest single payment of it. */
  readonly largest: { readonly asset: string; readonly units: bigint };
}

/**
 * The one who has the keys. It signs what the server asks for, within limits that the server can not change,
 * and counts it before the signature leaves: money that goes to an address of ours or to the cold part is no
 * money that leaves, its fee is.
 */
export class Signer {
  readonly #file: DatabaseSync;
  readonly #keys: SignerKeys;
  readonly #limits: SignerLimits;
  readonly #spent: SpentAmounts;

  constructor(file: DatabaseSync, keys: SignerKeys, limits: SignerLimits) {
    this.#file = file;
    this.#keys = keys;
    this.#limits = limits;
    file.exec(`
      create table if not exists signed (
        request_id text primary key, plan text not null, signed text not null, id text not null,
        at_ms integer not null
      ) strict`);
    this.#spent = new SpentAmounts(file, limits);
  }

  publicKeys(): PublicKeys {
    return this.#keys.publicKeys();
  }

  sign({ requestId, plan }: SignRequest, nowMs: number): SignAnswer {
    const content = JSON.stringify(plan);
    const known = this.#file.prepare('select * from signed where request_id = ?').get(requestId);
    if (known)
      return known['plan'] === content
        ? { isSigned: true, signed: String(known['signed']), id: String(known['id']) }
        : { isSigned: false, reason: 'contradiction' };
    const checked = this.#check(plan);
    if (typeof checked === 'string') return { isSigned: false, reason: checked };
    if (this.#spent.isTooLarge(checked.largest)) return { isSigned: false, reason: 'limitPayment' };
    for (const [asset, units] of checked.leaves) {
      const reason = this.#spent.problem(asset, units, nowMs);
      if (reason !== undefined) return { isSigned: false, reason };
    }
    const made = checked.make();
    atOnce(this.#file, () => {
      for (const [asset, units] of checked.leaves) this.#spent.add(asset, units, nowMs);
      this.#file
        .prepare('insert into signed values (?, ?, ?, ?, ?)')
        .run(requestId, content, made.signed, made.id, nowMs);
    });
    return { isSigned: true, ...made };
  }

  #check(plan: Plan): Checked | SignerRefusal {
    if (coinNetwork(plan.network).dialect !== plan.dialect) return 'network';
    return plan.dialect === 'bitcoin' ? this.#checkBitcoin(plan) : this.#checkEthereum(plan);
  }

  #checkBitcoin(plan: BitcoinPlan): Checked | SignerRefusal {
    const { feeAsset } = coinNetwork(plan.network);
    const had = plan.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
    const paid = plan.outputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
    const fee = had - paid;
    if (fee < 0n || fee > this.#spent.feeMax(feeAsset)) return 'fee';
    const to: string[] = [];
    let leaving = fee;
    let units = 0n;
    for (const output of plan.outputs) {
      const key = this.#keyOf(plan, output.to);
      if (key === undefined) return output.to.kind === 'cold' ? 'noCold' : 'address';
      to.push(key);
      if (output.to.kind !== 'address') continue;
      leaving += BigInt(output.units);
      if (BigInt(output.units) > units) units = BigInt(output.units);
    }
    return {
      leaves: new Map([[feeAsset, leaving]]),
      largest: { asset: feeAsset, units },
      make: () => makeBitcoin(this.#keys, plan, to),
    };
  }

  #checkEthereum(plan: EthereumPlan): Checked | SignerRefusal {
    const { feeAsset, coins, hasTag } = coinNetwork(plan.network);
    const coin = coins.find(({ asset }) => asset === plan.asset);
    const own = coins.find(({ token }) => token === undefined);
    if (!coin || !own || (plan.tag !== undefined && (!hasTag || coin.token !== undefined))) return 'network';
    const fee = ledgerCostOf(BigInt(plan.gasLimit) * BigInt(plan.unitPrice), own.chainDecimals);
    if (fee > this.#spent.feeMax(feeAsset)) return 'fee';
    const key = this.#keyOf(plan, plan.to);
    if (key === undefined) return plan.to.kind === 'cold' ? 'noCold' : 'address';
    const leaves = new Map<string, bigint>([[feeAsset, fee]]);
    const leaving = plan.to.kind === 'address' ? ledgerCostOf(BigInt(plan.units), coin.chainDecimals) : 0n;
    leaves.set(plan.asset, (leaves.get(plan.asset) ?? 0n) + leaving);
    return {
      leaves,
      largest: { asset: plan.asset, units: leaving },
      make: () => makeEthereum(this.#keys, plan, key),
    };
  }

  #keyOf({ network }: Plan, to: Destination): string | undefined {
    return keyOf(this.#keys, network, { to, cold: this.#limits.cold[network] });
  }
}
