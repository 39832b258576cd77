import { once } from 'node:events';
import { createServer } from 'node:net';
import { SETTINGS } from './config-table.ts';
import { StartupError } from './startup-error.ts';

/** The two settings that say where something listens, such as `HOST` and `PORT`. */
export interface ListeningAt {
  readonly hostName: 'HOST' | 'METRICS_HOST';
  readonly host: string;
  readonly portName: 'PORT' | 'METRICS_PORT';
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
 * Looks whether this machine has the addresses at which it shall listen, before anything is started for them.
 * @throws StartupError when one of them is another's.
 */
export async function checkAddresses(config: {
  readonly host: string;
  readonly metricsHost: string;
  readonly metricsPort: number | null;
}): Promise<void> {
  const { host, metricsHost, metricsPort } = config;
  await checkAddress({ hostName: 'HOST', host, portName: 'PORT', port: 0 });
  if (metricsPort !== null)
    await checkAddress({ hostName: 'METRICS_HOST', host: metricsHost, portName: 'METRICS_PORT', port: 0 });
}

async function checkAddress(at: ListeningAt): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: at.host, port: 0 });
    await once(server, 'listening');
  } catch (error) {
    throw listenProblem(error, at);
  }
  server.close();
  await once(server, 'close');
}
