/** Roles that may read the staff log; others are shown no way to it. */
const LOG_READERS: readonly string[] = ['auditor', 'admin', 'risk', 'compliance'];

export const mayReadLog = (roles: readonly string[]): boolean =>
  roles.some((role) => LOG_READERS.includes(role));
