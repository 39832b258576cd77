/** Codes that an authenticator app would show. */
export { factorCode } from '../apps/server/src/platform/secrets/totp.ts';
