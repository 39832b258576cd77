import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import { SETTINGS } from './config-table.ts';
import { checkHolder } from './data-directory.ts';
import { StartupError } from './startup-error.ts';

/** The two settings that say where something listens, such as `HOST` and `PORT`. */
export interface ListeningAt {
  readonly hostName: 'HOST' | 'METRICS_HOST' | 'WEBHOOK_HOST';
  readonly host: string;
  readonly portName: 'PORT' | 'METRICS_PORT' | 'WEBHOOK_PORT';
  readonly port: number;
}

const OF_THE_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']);

/**
 * Why nothing can listen there, in a sentence that names
 * the setting to change; anything else comes back as it is.
 */
export function listenProblem(error: unknown, at: ListeningAt): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { hostName, host, portName, port } = at;
  const [name, problem] = OF_THE_HOST.has(code)
    ? [hostName, `${hostName}=${host} is no address of this machine`]
    : code === 'EADDRINUSE'
      ? [portName, `${portName}=${port} is used by another program on ${host}`]
      : code === 'EACCES'
        ? [portName, `${portName}=${port} may not be opened by this user`]
        : [undefined, ''];
  if (name === undefined) return error;
  const other = portName === name ? (SETTINGS[portName].fallback ?? '') : SETTINGS[hostName].example;
  const advice =
    portName === name ? `${name}=0 for any free one, or another than ${port}` : `${name}=${other}`;
  return new StartupError(`${problem}. Set another, such as ${advice}.`, { cause: error });
}

/**
 * Looks whether this machine has the addresses at which it shall listen and whether the ports are free,
 * before anything is started for them.
 * @throws StartupError when one of them is another's.
 */
export async function checkAddresses(
  config: Pick<
    Config,
    'host' | 'port' | 'metricsHost' | 'metricsPort' | 'webhookHost' | 'webhookPort' | 'dataDirectory'
  >,
): Promise<void> {
  const { host, port, metricsHost, metricsPort, webhookHost, webhookPort, dataDirectory } = config;
  const at: readonly ListeningAt[] = [
    { hostName: 'HOST', host, portName: 'PORT', port },
    ...(metricsPort === null
      ? []
      : [
          {
            hostName: 'METRICS_HOST',
            host: metricsHost,
            portName: 'METRICS_PORT',
            port: metricsPort,
          } as const,
        ]),
    { hostName: 'WEBHOOK_HOST', host: webhookHost, portName: 'WEBHOOK_PORT', port: webhookPort },
  ];
  for (const one of at) await checkAddress(one, dataDirectory);
}

/** The HTTP side of a server that was killed ends by itself a moment later, and gives its port free. */
const TRIES = 10;
const RETRY_MS = 150;

async function checkAddress(at: ListeningAt, dataDirectory: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const problem = await problemOf(at);
    if (problem === undefined) return;
    const isTaken = problem instanceof Error && 'code' in problem && problem.code === 'EADDRINUSE';
    // A second server of one folder finds its ports taken too, and is told what is wrong first.
    if (isTaken) checkHolder(dataDirectory);
    if (!isTaken || left <= 1) throw listenProblem(problem, at);
    await delay(RETRY_MS);
  }
}

async function problemOf({ host, port }: ListeningAt): Promise<unknown> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    return error;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}
