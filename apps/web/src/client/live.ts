import { streamOrigin } from './api-base.ts';
import { STREAM_PATH } from './calls.ts';
import { endSession, onSessionChanged, sessionToken } from './session.ts';
import { type SocketLike, Stream } from './stream.ts';

/** A page in the background keeps its connection this long: looking up another app is not leaving. */
const PAUSE_AFTER_MS = 10_000;

/** The app's one stream. */
export const stream = new Stream({
  open: openSocket,
  token: sessionToken,
  nowMs: () => Date.now(),
  chance: () => Math.random(),
});

function openSocket(): SocketLike {
  const socket = new WebSocket(`${streamOrigin()}${STREAM_PATH}`);
  const adapted: SocketLike = {
    send: (data) => socket.readyState === WebSocket.OPEN && socket.send(data),
    close: () => socket.close(),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  socket.onopen = () => adapted.onopen?.();
  socket.onclose = () => adapted.onclose?.();
  socket.onmessage = (event) => adapted.onmessage?.(event);
  return adapted;
}

/**
 * Ties the stream to the session, to the page being seen
 * and to the network coming back. Called once at start.
 */
export function startStream(): void {
  onSessionChanged(() => stream.restart());
  // A page that a visitor reads asked for nothing that needs a session.
  stream.onSignedOut(() => {
    if (sessionToken() !== undefined) endSession(sessionToken());
  });
  window.addEventListener('online', () => stream.resume());
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => stream.pause(), PAUSE_AFTER_MS);
    else stream.resume();
  });
}
