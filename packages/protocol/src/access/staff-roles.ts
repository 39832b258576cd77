/** Roles of staff. An auditor reads all and does nothing; an admin keeps the staff alone. */
export const STAFF_ROLES = [
  'support',
  'compliance',
  'treasury',
  'listings',
  'content',
  'risk',
  'auditor',
  'admin',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** All but an auditor, who does nothing, and an admin, who keeps the staff alone. */
export const queueWorkers = [
  'support',
  'compliance',
  'treasury',
  'listings',
  'content',
  'risk',
] as const satisfies readonly StaffRole[];
export const queueReaders = [...queueWorkers, 'auditor'] as const satisfies readonly StaffRole[];

/** Staff who work for single customers. Those who keep offerings or content have no reason to open one. */
export const customerWorkers = [
  'support',
  'compliance',
  'treasury',
  'risk',
] as const satisfies readonly StaffRole[];
export const customerReaders = [...customerWorkers, 'auditor'] as const satisfies readonly StaffRole[];

/** Staff who stop the trading of a customer. */
export const freezeWorkers = ['compliance', 'risk'] as const satisfies readonly StaffRole[];

/** Staff who propose a change of a rule. */
export const ruleWorkers = ['compliance', 'risk'] as const satisfies readonly StaffRole[];
export const ruleReaders = [...ruleWorkers, 'auditor'] as const satisfies readonly StaffRole[];

/** Staff who write news, notices and ads. */
export const contentWorkers = ['content'] as const satisfies readonly StaffRole[];
export const contentReaders = [...contentWorkers, 'auditor'] as const satisfies readonly StaffRole[];

/** Staff who propose a correction of money; those of another role decide. */
export const correctionProposers = ['treasury'] as const satisfies readonly StaffRole[];

/** Staff who may read what staff did. */
export const staffLogReaders = [
  'auditor',
  'admin',
  'risk',
  'compliance',
] as const satisfies readonly StaffRole[];
