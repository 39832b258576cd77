import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { sendStored, storedFile } from '#gateway/stored-file.ts';

/**
 * The document of the outside chat. It is sandboxed by its own header, so that it has an origin of its own
 * wherever it is opened: the outside script reads neither tokens nor pages of the app.
 */
export interface ChatFrame {
  /** Empty where no outside chat is set. */
  readonly paths: readonly string[];
  sendFile(headers: IncomingHttpHeaders, response: ServerResponse): void;
}

export const CHAT_FRAME_PATH = '/chat-frame.html';

/** `everywhere` is on each answer of the server; `script` is the address of the outside chat’s script. */
export function openChatFrame(
  script: string | null,
  everywhere: Readonly<Record<string, string>>,
): ChatFrame {
  if (script === null) return { paths: [], sendFile: () => undefined };
  const loader = loaderOf(script);
  const hash = createHash('sha256').update(loader).digest('base64');
  const page = `<!doctype html><meta charset="utf-8"><title>Chat</title><script>${loader}</script>`;
  const file = storedFile(CHAT_FRAME_PATH, Buffer.from(page));
  const safe = {
    ...everywhere,
    'content-security-policy': policyOf(new URL(script).origin, hash),
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), clipboard-write=()',
  };
  return {
    paths: [CHAT_FRAME_PATH],
    sendFile: (headers, response) => sendStored(file, headers, { response, safe }),
  };
}

/** One host, and nothing else: the frame reaches neither our calls nor other people’s pages. */
function policyOf(host: string, loaderHash: string): string {
  return [
    'sandbox allow-scripts allow-forms allow-popups',
    "default-src 'none'",
    `script-src 'sha256-${loaderHash}' ${host}`,
    `style-src 'unsafe-inline' ${host}`,
    `img-src data: blob: ${host}`,
    `font-src ${host}`,
    `media-src ${host}`,
    `frame-src ${host}`,
    `connect-src ${host} ${host.replace(/^http/, 'ws')}`,
    `form-action ${host}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * Hides the supplier’s own icon, names the person by the random name in its address, opens the window, and
 * tells the app alone whether it is there.
 */
function loaderOf(script: string): string {
  const address = JSON.stringify(script).replaceAll('<', '\\u003c');
  return [
    'const tell = (chat) => parent.postMessage({ chat }, location.origin);',
    'window.__ssc = { setting: { hideIcon: true } };',
    'window.ssq = window.ssq || [];',
    'const script = document.createElement("script");',
    'script.onload = () => {',
    '  const name = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1];',
    '  if (name) window.ssq.push("setLoginInfo", { user_id: name, user_name: "" });',
    '  window.ssq.push("chatOpen");',
    '  tell("ready");',
    '};',
    'script.onerror = () => tell("failed");',
    `script.src = ${address};`,
    'document.head.append(script);',
  ].join('\n');
}
