/** Passkeys of one login, and of one person of staff. */
export const PASSKEYS_MAX = 10;
