/**
 * A reason not to start that the person at the keyboard can act on. `main.ts` prints the message as it is,
 * without a stack, and ends with code 1. Each line of the message is one full sentence.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
