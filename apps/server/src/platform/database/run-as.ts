import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { StartupError } from '#platform/config/startup-error.ts';

/** An operating system user, by number. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** How to start PostgreSQL's programs so that they accept their user and reach their files. */
export interface RunAs {
  /** The user who must own the data; null when it is the one who runs this server. */
  readonly owner: Owner | null;
  /**
   * The command that starts `program` with `programArguments`,
   * to be spawned with `owner` unless it says otherwise.
   */
  command(program: string, programArguments: readonly string[]): RunCommand;
}

export interface RunCommand {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly owner: Owner | null;
}

/** `CAP_DAC_OVERRIDE`, `CAP_DAC_READ_SEARCH` and `CAP_SETPCAP`, as bits of the kernel's mask. */
const CAPABILITY_BITS = { dac_override: 1n, dac_read_search: 2n, setpcap: 8n } as const;

/**
 * PostgreSQL's user where we are root, as which it refuses to run: the owner of
 * `dataDirectory`, else `postgres`, else `nobody`. Where a folder above keeps
 * that user out it gets, for this process only, the right to pass through.
 */
export function planRunAs(paths: {
  readonly dataDirectory: string;
  readonly binaryDirectory: string;
  readonly dataOwner: Owner | null;
}): RunAs {
  const setpriv = probeSetpriv();
  if (process.getuid?.() !== 0) return asOurselves(setpriv);
  const owner =
    paths.dataOwner !== null && paths.dataOwner.uid !== 0 ? paths.dataOwner : findUnprivilegedUser();
  const closed =
    closedAncestor(paths.binaryDirectory, owner) ?? closedAncestor(dirname(paths.dataDirectory), owner);
  if (closed === null) return asOwner(setpriv, owner, []);
  const capability = passThroughCapability();
  if (!setpriv || capability === null) throw new StartupError(closedSentence(closed, owner));
  return asOwner(setpriv, owner, [
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    // Without this the kernel drops the capability inside
    // access(2), by which initdb looks for its neighbours.
    '--securebits=+no_setuid_fixup',
  ]);
}

/**
 * Signal of the kernel by `--pdeathsig INT` when this server is
 * killed; without `setpriv` the next start does it (`postmaster.ts`).
 */
function asOurselves(setpriv: boolean): RunAs {
  return {
    owner: null,
    command: (program, programArguments) =>
      setpriv
        ? { file: 'setpriv', arguments: ['--pdeathsig=INT', '--', program, ...programArguments], owner: null }
        : { file: program, arguments: programArguments, owner: null },
  };
}

function asOwner(setpriv: boolean, owner: Owner, privileges: readonly string[]): RunAs {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--pdeathsig=INT'];
  return {
    owner,
    command: (program, programArguments) =>
      setpriv
        ? {
            file: 'setpriv',
            arguments: [...identity, ...privileges, '--', program, ...programArguments],
            owner: null,
          }
        : { file: program, arguments: programArguments, owner },
  };
}

/** Whether the full `setpriv` of util-linux is here; the one of BusyBox lacks what we need. */
function probeSetpriv(): boolean {
  if (platform() !== 'linux') return false;
  const help = spawnSync('setpriv', ['--help'], { encoding: 'utf8' });
  return help.status === 0 && help.stdout.includes('--pdeathsig') && help.stdout.includes('--ambient-caps');
}

function findUnprivilegedUser(): Owner {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor a user "nobody". ' +
      'Make one ("useradd --system postgres"), start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/** The first folder on the way down to `path` that `owner` may not pass through, or null. */
export function closedAncestor(path: string, owner: Owner): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : closedAncestor(parent, owner);
  if (above !== null) return above;
  const folder = statSync(path);
  const bit = folder.uid === owner.uid ? 0o100 : folder.gid === owner.gid ? 0o010 : 0o001;
  return (folder.mode & bit) === 0 ? path : null;
}

/** Weaker right first, which reads and passes through; containers often have only the other. */
function passThroughCapability(): 'dac_read_search' | 'dac_override' | null {
  const mask = effectiveCapabilities();
  const has = (bit: bigint): boolean => ((mask >> bit) & 1n) === 1n;
  if (!has(CAPABILITY_BITS.setpcap)) return null;
  if (has(CAPABILITY_BITS.dac_read_search)) return 'dac_read_search';
  return has(CAPABILITY_BITS.dac_override) ? 'dac_override' : null;
}

function effectiveCapabilities(): bigint {
  if (platform() !== 'linux') return 0n;
  const match = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return BigInt(`0x${match?.[1] ?? '0'}`);
}

function closedSentence(folder: string, owner: Owner): string {
  return (
    `PostgreSQL refuses to run as root, and user ${owner.uid}, as whom it would run, may not pass through ${folder}. ` +
    `Let it through ("chmod o+x ${folder}"), start the server as an ordinary user, put the clone and DATA_DIR ` +
    'into a folder that all users may pass through, or set DATABASE_URL.'
  );
}
