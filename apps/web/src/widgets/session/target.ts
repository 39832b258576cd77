export const HOME_PATH = '/pages/tabbar/home';

/** A place inside the app and nowhere else: what stands in an address can be written by a stranger. */
export function safeTarget(wanted: unknown): string | undefined {
  return typeof wanted === 'string' && /^\/pages\/[A-Za-z]+\/[A-Za-z]+([?#].*)?$/.test(wanted)
    ? wanted
    : undefined;
}

/** Where an entry leads to: the wanted place if it is one of the app's, and otherwise home. */
export function targetOrHome(wanted: unknown): string {
  return safeTarget(wanted) ?? HOME_PATH;
}
