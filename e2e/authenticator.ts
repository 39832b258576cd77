/** The authenticator of a person of staff, as the server reads its codes. */
export { factorCode } from '../apps/server/src/platform/secrets/totp.ts';
