/** Whether a person of staff has one of the roles that something is for. */
export function hasRole(roles: readonly string[], wanted: readonly string[]): boolean {
  return roles.some((role) => wanted.includes(role));
}
