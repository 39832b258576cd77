export * from '#access/api-key.ts';
export * from '#access/passkey.ts';
export {
  contentWorkers,
  correctionProposers,
  customerReaders,
  freezeWorkers,
  ruleWorkers,
  STAFF_ROLES,
  type StaffRole,
  staffLogReaders,
} from '#access/staff-roles.ts';
export * from '#access/step-up.ts';
export * from '#alerts.ts';
export * from '#basket.ts';
export * from '#chat.ts';
export {
  AD_ART,
  CONTENT_BODY_MAX,
  CONTENT_KINDS,
  CONTENT_SUMMARY_MAX,
  CONTENT_TITLE_MAX,
  type ContentKind,
  type TextBlock,
} from '#content.ts';
export * from '#fields.ts';
export * from '#forms.ts';
export * from '#identity.ts';
export * from '#market.ts';
export { bnBN } from '#messages/bn-BN.ts';
export { enUS } from '#messages/en-US.ts';
export * from '#messages/message.ts';
export { problemIn, problemOf } from '#messages/problems.ts';
export * from '#notices/message-picture.ts';
export {
  CHOSEN_TOPICS,
  type ChosenTopic,
  DIGEST_SCHEDULES,
  type DigestSchedule,
  NOTICE_TOPICS,
  type NoticeTopic,
} from '#notices/notice-topics.ts';
export * from '#operation.ts';
export * from '#operations/index.ts';
export { PORTFOLIO_RANGES, type PortfolioRange, SHOWN_CURRENCIES, type ShownCurrency } from '#portfolio.ts';
export { stockOrderTypes, stockValidities } from '#products/delivery/delivery.ts';
export * from '#products/delivery/lot.ts';
export * from '#products/intraday/position.ts';
export * from '#products/list.ts';
export * from '#products/spot/fee-tier.ts';
export { spotValidities } from '#products/spot/spot.ts';
export * from '#proof.ts';
export * from '#refusals.ts';
export * from '#rights.ts';
export * from '#score.ts';
export * from '#stream.ts';
export * from '#trading.ts';
export * from '#watchlists.ts';
export * from '#words/index.ts';
