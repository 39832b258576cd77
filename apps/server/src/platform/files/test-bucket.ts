import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bucket } from './bucket-store.ts';

/** A bucket of a real S3-compatible server, which checks signatures: for tests. */
export interface TestBucket extends Bucket {
  /** The server’s own files of it: names of objects below a folder. */
  stored(folder: string): string[];
  /** An object’s bytes as the server has them. */
  bytesOf(key: string): Buffer;
  /** Makes an object look as if it had been written then. */
  setWritten(key: string, atMs: number): void;
  /** Ends the server; whoever asks from then on finds nobody there. */
  stop(): Promise<void>;
}

const NAME = 'pictures';
/** The package ships no program, and makes cursors of lists by a cipher of before OpenSSL 3. */
const PROGRAM = ['--openssl-legacy-provider', '-e', "require('@20minutes/s3rver/lib/cli.js').parseAsync()"];
/** How the server names its file of an object. */
const END = '._S3rver_object';

export async function openTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'tarazu-bucket-'));
  const server = spawn(
    process.execPath,
    [...PROGRAM, 's3rver', '-d', directory, '-a', '127.0.0.1', '-p', '0', '-s', '--configure-bucket', NAME],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: import.meta.dirname },
  );
  const port = await portOf(server);
  const pathOf = (key: string): string => join(directory, NAME, `${key}${END}`);
  return {
    url: `http://127.0.0.1:${port}/${NAME}`,
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    stored: (folder) => objectsIn(join(directory, NAME, folder)),
    bytesOf: (key) => readFileSync(pathOf(key)),
    setWritten: (key, atMs) => utimesSync(pathOf(key), atMs / 1_000, atMs / 1_000),
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('Invariant: the output of the server is piped');
  for await (const line of createInterface({ input: stdout })) {
    const port = /listening on \S+:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('Condition: the S3 server of the tests opens a port');
}

function objectsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(END))
      .map((file) => file.slice(0, -END.length));
  } catch {
    return [];
  }
}
