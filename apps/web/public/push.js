/*
 * Joins the service worker (`importScripts` in vite.config.ts): shows a message that was pushed, and opens its page.
 * What came is one of ours, because only this browser and our server have its keys.
 */
const PLACE = self.location.origin;

/** Paths of this app alone, whatever the message says. */
function pathIn(link) {
  const url = URL.canParse(link, PLACE) ? new URL(link, PLACE) : new URL(PLACE);
  return url.origin === PLACE ? url.pathname + url.search : '/';
}

function messageIn(data) {
  try {
    return data.json();
  } catch {
    // A browser shows a message for each push; one that can not be read is still a message.
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { id, title, body, link } = messageIn(event.data);
  const options = {
    body,
    tag: id,
    icon: '/icon-192.png',
    data: { path: pathIn(link ?? '/pages/notice/list') },
  };
  event.waitUntil(self.registration.showNotification(title ?? 'Tarazu', options));
});

/** Other programs of this origin, which know no page of the app. */
const OTHERS = /^\/(console|api|sandbox)(\/|$)/;

/** A page that was open before this worker came counts too. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => !OTHERS.test(new URL(url).pathname));
  if (shown === undefined) return await self.clients.openWindow(path);
  // The page goes there itself: a reload would lose what is half written in it.
  shown.postMessage({ type: 'open', path });
  return await shown.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
