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
