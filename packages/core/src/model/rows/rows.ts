/* How rows are described, for those who keep them: the one way in from outside the core. */

export { WALLETS } from '#model/ledger.ts';
export * from '#model/rows/column.ts';
export * from '#model/rows/kinds.ts';
export { productTermsOf } from '#model/rows/order-rows.ts';
export {
  isKeepingCells,
  isOpen,
  keepingCondition,
  openCondition,
  type RowKind,
  rowKind,
  type StoredRow,
} from '#model/rows/row-kind.ts';
