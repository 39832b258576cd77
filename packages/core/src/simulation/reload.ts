import { houseBalancesOf } from '#accounts/snapshot.ts';
import {
  type CoreState,
  createState,
  loadAccount,
  loadHouseBalances,
  loadInstrument,
  loadRules,
  loadSequence,
  snapshotAccount,
} from '#state.ts';

/** A new state from the rows of an old one, accounts in reverse, as a restart may load them. The house's quotes are gone. */
export function reload(state: CoreState): CoreState {
  const fresh = createState();
  const { facts } = state.accountSide;
  for (const stockCharges of facts.stockCharges.values()) loadRules(fresh, { stockCharges });
  for (const spotCharges of facts.spotCharges.values()) loadRules(fresh, { spotCharges });
  for (const session of facts.sessions.values()) loadRules(fresh, { session });
  for (const instrument of facts.instruments.values()) loadInstrument(fresh, instrument);
  loadHouseBalances(fresh, houseBalancesOf(state.accountSide));
  for (const accountId of [...state.accountSide.accounts.keys()].reverse()) {
    const rows = snapshotAccount(state, accountId);
    if (rows) loadAccount(fresh, rows);
  }
  loadSequence(fresh, state.lastSequence);
  return fresh;
}
