import { call } from '#client/api.ts';
import { invalidate } from '#client/query.ts';
import { isSignedIn } from '#client/session.ts';
import { type PushWish, pushSlice, userInfoSlice, userTokenSlice } from '#client/store.ts';

/* Messages that the browser shows while the app is closed. */

export type PushShows = 'topic' | 'text';
/** `blocked`: the person said no, and only the browser's settings take that back. */
export type PushAbility = 'none' | 'blocked' | 'able';

/** Tokens of the session that has the subscription, as far as this page knows. */
let heldBy: ReturnType<typeof userTokenSlice.get> | undefined;

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

/** Asks the person where the browser must, and has our server push to it. False where they said no. */
export async function pushHere(publicKey: string, shows: PushShows): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(publicKey, shows);
  return true;
}

async function subscribe(publicKey: string, shows: PushShows): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A subscription that another key made takes nothing of ours.
  if (before !== null && keyOf(before) !== publicKey) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = made.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call('pushOn', { endpoint: endpoint ?? '', p256dh, auth, shows });
  heldBy = userTokenSlice.get();
  pushSlice.set({ userId: userInfoSlice.get()?.id ?? '', shows });
  invalidate('pushDevices');
}

/** The browser forgets its subscription; that of the server ends with the session, or by `pushOff`. */
export async function pushNoMoreHere(): Promise<void> {
  pushSlice.clear();
  await unsubscribe();
}

async function unsubscribe(): Promise<void> {
  if (pushAbility() === 'none') return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Holds the subscription against who is signed in, one turn after the other: the person who asked for it has
 * it renewed, and without them nobody at this browser is shown their messages. A session that ended by itself
 * leaves the wish, and another person's sign-in does not.
 */
export function keepPush(): Promise<void> {
  lastTurn = lastTurn.catch(() => undefined).then(keep);
  return lastTurn;
}

async function keep(): Promise<void> {
  const wish = pushSlice.get();
  if (wish === undefined) return;
  if (!isSignedIn()) return await drop();
  const userId = userInfoSlice.get()?.id;
  if (userId === wish.userId) return await renew(wish);
  if (userId === undefined) return;
  pushSlice.clear();
  await drop();
}

async function drop(): Promise<void> {
  const tokens = heldBy;
  heldBy = undefined;
  await unsubscribe();
  // A session of demo outlives one of real money, and is one with it.
  const token = tokens?.demo ?? tokens?.real;
  // An ended session is refused, and its pushes end at the server too.
  if (token !== undefined) await takeOff(token).catch(() => undefined);
}

async function takeOff(token: string): Promise<void> {
  const { list } = await call('pushDevices', {}, { token });
  const here = list.find(({ isHere }) => isHere);
  if (here !== undefined) await call('pushOff', { id: here.id }, { token });
}

/** A device stays subscribed as long as its session: each opening of the app gives it to the new one. */
async function renew(wish: PushWish): Promise<void> {
  if (userTokenSlice.get() === heldBy) return;
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return;
  const { publicKey } = await call('pushDevices', {});
  await subscribe(publicKey, wish.shows);
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
