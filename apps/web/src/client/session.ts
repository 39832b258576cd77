import type { CallOutput } from './calls.ts';
import {
  deviceTokenSlice,
  type Environment,
  PERSONAL_SLICES,
  userAccountTypeSlice,
  userInfoSlice,
  userTokenSlice,
} from './store.ts';

/**
 * The person who is signed in, and the environment with which the app works. The token itself never leaves
 * this folder.
 */

export type SignedIn = CallOutput<'login'>;

/** `forgotten`: the person is gone and the page they were on stays as it is; else all is read anew. */
export type SessionChange = 'changed' | 'forgotten';

let onEnded: () => void = () => undefined;
const changeListeners = new Set<(change: SessionChange) => void>();

/** Called once when the server no longer knows the session: the app goes to the login page. */
export function onSessionEnded(listener: () => void): void {
  onEnded = listener;
}

/** Called whenever the session or the environment changed: what was read for the old one is thrown away. */
export function onSessionChanged(listener: (change: SessionChange) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

export function sessionToken(): string | undefined {
  return userTokenSlice.get()[userAccountTypeSlice.get()];
}

/** The token that this device was given at its last sign-in, as calls of the login page send it. */
export function knownDevice(): { deviceToken?: string } {
  const deviceToken = deviceTokenSlice.get();
  return deviceToken === '' ? {} : { deviceToken };
}

export function isSignedIn(): boolean {
  return sessionToken() !== undefined;
}

export function currentEnvironment(): Environment {
  return userAccountTypeSlice.get();
}

export function useSession(): {
  isSignedIn: boolean;
  environment: Environment;
  hasReal: boolean;
  hasDemo: boolean;
} {
  const tokens = userTokenSlice.use();
  const environment = userAccountTypeSlice.use();
  return {
    isSignedIn: tokens[environment] !== undefined,
    environment,
    hasReal: tokens.real !== undefined,
    hasDemo: tokens.demo !== undefined,
  };
}

/** Keeps the tokens of a sign-in and chooses the environment: the wished one where this sign-in opens it. */
export function signIn(signedIn: SignedIn, wishedEnvironment: Environment): void {
  const tokens = { real: signedIn.realToken, demo: signedIn.demoToken };
  const otherEnvironment: Environment = wishedEnvironment === 'real' ? 'demo' : 'real';
  userTokenSlice.set(tokens);
  userInfoSlice.set(signedIn.user);
  if (signedIn.deviceToken !== undefined) deviceTokenSlice.set(signedIn.deviceToken);
  userAccountTypeSlice.set(tokens[wishedEnvironment] === undefined ? otherEnvironment : wishedEnvironment);
  announce();
}

/** False where this sign-in does not open the environment: a guest has no real account. */
export function switchEnvironment(environment: Environment): boolean {
  if (userTokenSlice.get()[environment] === undefined) return false;
  userAccountTypeSlice.set(environment);
  announce();
  return true;
}

/** Forgets the person at once, as the spec asks; revoking at the server is the caller's best effort. */
export function signOutHere(): void {
  for (const slice of PERSONAL_SLICES) slice.clear();
  userAccountTypeSlice.clear();
  announce();
}

/**
 * Ends the session after a call was answered with -1000, at the first such answer that carries the current
 * token. Without a token there is nothing to end, and the way to the login page is the same.
 */
export function endSession(token: string | undefined): void {
  if (token !== sessionToken()) return;
  if (token !== undefined) signOutHere();
  onEnded();
}

/**
 * Login info came back empty: the tokens and what is kept of the person are cleared. The page stays (spec,
 * section 4), and so does the environment, whose name stands in what the page has read.
 */
export function forgetSession(token: string): void {
  if (token !== sessionToken()) return;
  for (const slice of PERSONAL_SLICES) slice.clear();
  announce('forgotten');
}

function announce(change: SessionChange = 'changed'): void {
  for (const listener of changeListeners) listener(change);
}
