import type { CorporateTerms } from '#model/corporate-terms.ts';
import type { AccountId, ClientId, InstrumentId, Quantity } from '#values/index.ts';
/**
 * A company's action on one account that holds its shares
 * or has orders on them; at most once by its client id.
 */
export interface CorporateAct {
  readonly type: 'corporate.act';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly instrumentId: InstrumentId;
  readonly terms: CorporateTerms;
}

/**
 * Applies for so many shares of a rights issue, instead of
 * what was applied for before; none withdraws the application.
 */
export interface RightsApply {
  readonly type: 'rights.apply';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  /** The client id of the action that gave the entitlement. */
  readonly issueId: ClientId;
  readonly quantity: Quantity;
}

/**
 * Ends an account's entitlements whose issues have closed: what was applied for is allotted, the rest lapses.
 */
export interface RightsClose {
  readonly type: 'rights.close';
  readonly accountId: AccountId;
}

/**
 * A corporate action on all holders of a share, who are reached by `accounts.step`; once by its client id.
 */
export interface CorporateBegin {
  readonly type: 'corporate.begin';
  /** An id of the system, so that the id is used once. */
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly instrumentId: InstrumentId;
  readonly terms: CorporateTerms;
}
