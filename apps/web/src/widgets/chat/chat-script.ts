/**
 * Where the script of an outside chat may lie: a second list beside the server's, so that a server that was
 * broken into can not point the frame elsewhere.
 */
const FOLDERS = ['https://plugin-code.salesmartly.com/js/'] as const;
/** An app that runs on one's own machine may try a script of that machine. */
const OWN_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether this build lets its frame load a script; `pageHost` is the host name of the app. */
export function isListedScript(address: string, pageHost: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href, hostname, protocol, username, password } = new URL(address);
  if (`${username}${password}` !== '') return false;
  const isOwn = protocol === 'http:' && OWN_MACHINE.test(hostname) && OWN_MACHINE.test(pageHost);
  return isOwn || FOLDERS.some((folder) => href.startsWith(folder));
}

export type ChatFrameState = 'ready' | 'failed';

/** State that the frame tells of itself; undefined for anything else that a page may send. */
export function frameStateOf(message: unknown): ChatFrameState | undefined {
  if (typeof message !== 'object' || message === null || !('chat' in message)) return undefined;
  const { chat } = message;
  return chat === 'ready' || chat === 'failed' ? chat : undefined;
}
