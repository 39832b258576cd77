/*
 * Checks of the journal that anybody may make without
 * trusting the server, pure and small enough to read whole.
 */
export * from '#hash/bytes.ts';
export * from '#hash/sha256.ts';
export { orderIdsOf, rankedLines, recordHash } from '#model/auction-record.ts';
export * from '#model/market-key.ts';
export * from '#model/session-end.ts';
export { linesOf } from '#proof/auction-check.ts';
export * from '#proof/chain-check.ts';
export * from '#proof/end-check.ts';
export * from '#proof/fill-check.ts';
export * from '#proof/fill-opening.ts';
export * from '#proof/handover.ts';
export * from '#proof/head.ts';
export type * from '#proof/log-proof.ts';
export * from '#proof/merkle.ts';
export * from '#proof/row-parts.ts';
export { rowLeafHash } from '#proof/row-text.ts';
export * from '#proof/sent-content.ts';
export type { OpenReason, Verdict } from '#proof/verdict.ts';
