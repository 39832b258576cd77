/**
 * The credit score, 0 to 100, as an open formula (rules 2.19): each kind of event counts its points for one
 * part, and a part is never below 0 or above its most. Server, page and anybody else read this one table.
 */
export const SCORE_PARTS = {
  identity: 20,
  age: 15,
  repayment: 30,
  margin: 20,
  security: 10,
  record: 5,
} as const;
export type ScorePart = keyof typeof SCORE_PARTS;

export interface ScoreRule {
  readonly part: ScorePart;
  /** Points each time it happened. */
  readonly points: number;
}

export const SCORE_RULES = {
  phone: { part: 'identity', points: 4 },
  email: { part: 'identity', points: 4 },
  bankName: { part: 'identity', points: 6 },
  verified: { part: 'identity', points: 6 },
  /** Each 30 days since the registration. */
  month: { part: 'age', points: 1 },
  repaymentStart: { part: 'repayment', points: 15 },
  loanRepaid: { part: 'repayment', points: 3 },
  /** More than 3 days late. */
  loanOverdue: { part: 'repayment', points: -10 },
  marginStart: { part: 'margin', points: 20 },
  /** In the last 90 days. */
  liquidation: { part: 'margin', points: -5 },
  marginCallMissed: { part: 'margin', points: -2 },
  secondFactor: { part: 'security', points: 5 },
  transactionPassword: { part: 'security', points: 2 },
  allowList: { part: 'security', points: 3 },
  recordStart: { part: 'record', points: 5 },
  /** While a chargeback or a false voucher is confirmed and open. */
  recordOpen: { part: 'record', points: -5 },
} as const satisfies Readonly<Record<string, ScoreRule>>;
export type ScoreKind = keyof typeof SCORE_RULES;

export const SCORE_KINDS = [
  'phone',
  'email',
  'bankName',
  'verified',
  'month',
  'repaymentStart',
  'loanRepaid',
  'loanOverdue',
  'marginStart',
  'liquidation',
  'marginCallMissed',
  'secondFactor',
  'transactionPassword',
  'allowList',
  'recordStart',
  'recordOpen',
] as const satisfies readonly ScoreKind[];
export const SCORE_PART_NAMES = ['identity', 'age', 'repayment', 'margin', 'security', 'record'] as const;

export const SCORE_BANDS = ['excellent', 'qualified', 'risk'] as const;
export type ScoreBand = (typeof SCORE_BANDS)[number];

/** Excellent 80-100, Qualified 60-79, Risk 0-59 (specification, section 9). */
export function scoreBandOf(score: number): ScoreBand {
  if (score >= 80) return 'excellent';
  return score >= 60 ? 'qualified' : 'risk';
}

/** How often each kind happened; what is not named never did. */
export type ScoreCounts = Readonly<Partial<Record<ScoreKind, number>>>;

/** Facts that a domain knows of a login for its score. */
export interface ScoreFound {
  readonly counts: ScoreCounts;
  /** When a kind happens again by itself. */
  readonly nextAtMs?: Readonly<Partial<Record<ScoreKind, number>>>;
}

export function scorePartPoints(part: ScorePart, counts: ScoreCounts): number {
  const sum = SCORE_KINDS.filter((kind) => SCORE_RULES[kind].part === part).reduce(
    (points, kind) => points + SCORE_RULES[kind].points * (counts[kind] ?? 0),
    0,
  );
  return Math.min(SCORE_PARTS[part], Math.max(0, sum));
}

export function scoreOf(counts: ScoreCounts): number {
  return SCORE_PART_NAMES.reduce((sum, part) => sum + scorePartPoints(part, counts), 0);
}

/** Points that one more event of a kind adds to its part, which may be nearly full. */
export function scoreRise(kind: ScoreKind, counts: ScoreCounts): number {
  const { part } = SCORE_RULES[kind];
  const after = { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
  return scorePartPoints(part, after) - scorePartPoints(part, counts);
}

export const SCORE_APPEAL_STATES = ['waiting', 'accepted', 'rejected'] as const;
/** Reasons of an answer: the first is why an appeal is accepted, the others why it is not. */
export const SCORE_APPEAL_REASONS = ['factCorrected', 'factsRight', 'notCounted'] as const;
export type ScoreAppealReason = (typeof SCORE_APPEAL_REASONS)[number];

/** Badges, and the events that each stands for, by how often they must have happened (rules 2.19). */
export const BADGE_RULES = {
  identified: { verified: 1 },
  reachable: { phone: 1, email: 1 },
  protected: { secondFactor: 1, transactionPassword: 1 },
  guarded: { allowList: 1 },
  year: { month: 12 },
} as const satisfies Readonly<Record<string, ScoreCounts>>;
export type BadgeName = keyof typeof BADGE_RULES;
export const BADGES = [
  'identified',
  'reachable',
  'protected',
  'guarded',
  'year',
] as const satisfies readonly BadgeName[];

/** Whether the events of a login are those of a badge: it holds as long as they do. */
export function holdsBadge(badge: BadgeName, counts: ScoreCounts): boolean {
  const needed: ScoreCounts = BADGE_RULES[badge];
  return SCORE_KINDS.every((kind) => (counts[kind] ?? 0) >= (needed[kind] ?? 0));
}
