import type { CallOutput } from './calls.ts';
import { type Lane, PERSONAL_SLICES, userAccountTypeSlice, userInfoSlice, userTokenSlice } from './store.ts';

/** Who is signed in, and with which lane the app works. The token itself never leaves this folder. */

export type SignedIn = CallOutput<'login'>;

let onEnded: () => void = () => undefined;
const changeListeners = new Set<() => void>();

/** Called once when the server no longer knows the session: the app goes to the login page. */
export function onSessionEnded(listener: () => void): void {
  onEnded = listener;
}

/** Called whenever the session or the lane changed: what was read for the old one is thrown away. */
export function onSessionChanged(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

export function sessionToken(): string | undefined {
  return userTokenSlice.get()[userAccountTypeSlice.get()];
}

export function isSignedIn(): boolean {
  return sessionToken() !== undefined;
}

export function currentLane(): Lane {
  return userAccountTypeSlice.get();
}

export function useSession(): { isSignedIn: boolean; lane: Lane; hasReal: boolean; hasDemo: boolean } {
  const tokens = userTokenSlice.use();
  const lane = userAccountTypeSlice.use();
  return {
    isSignedIn: tokens[lane] !== undefined,
    lane,
    hasReal: tokens.real !== undefined,
    hasDemo: tokens.demo !== undefined,
  };
}

/** Keeps the tokens of a sign-in and chooses the lane: the wished one where this sign-in opens it. */
export function signIn(signedIn: SignedIn, wishedLane: Lane): void {
  const tokens = { real: signedIn.realToken, demo: signedIn.demoToken };
  const otherLane: Lane = wishedLane === 'real' ? 'demo' : 'real';
  userTokenSlice.set(tokens);
  userInfoSlice.set(signedIn.user);
  userAccountTypeSlice.set(tokens[wishedLane] === undefined ? otherLane : wishedLane);
  announce();
}

/** False where this sign-in does not open the lane: a guest has no real account. */
export function switchLane(lane: Lane): boolean {
  if (userTokenSlice.get()[lane] === undefined) return false;
  userAccountTypeSlice.set(lane);
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
 * The server does not know the token any more. Several calls may learn it at once, and a late one may carry a token that was
 * replaced meanwhile: only the first that carries the current one ends the session.
 */
export function endSession(token: string | undefined): void {
  if (token === undefined || token !== sessionToken()) return;
  signOutHere();
  onEnded();
}

function announce(): void {
  for (const listener of changeListeners) listener();
}
