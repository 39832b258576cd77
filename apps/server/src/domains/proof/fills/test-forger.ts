import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FillProof, Held } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..', '..');

/** An untrue answer that a server could give, and the step of the whole way that must notice. */
export interface Forgery {
  readonly name: string;
  readonly step: string;
  readonly proof: FillProof;
}

/** The verdict of `npm run check-fill` on an answer, from a server that gives it: for tests. */
export async function checkFillSays(
  proof: FillProof,
  held: Pick<Held, 'content' | 'receipt' | 'publicKey'>,
): Promise<{ readonly status: number; readonly text: string }> {
  const data = OPERATIONS.fillProof.output.parse(JSON.parse(JSON.stringify(proof)));
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 0, msg: '', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  const id = `${proof.opening.sequence}-${proof.opening.index}`;
  const { content, receipt, publicKey } = held;
  const given = Object.entries({ content, receipt: receipt?.leafHash, key: publicKey }).flatMap(
    // A hash in base64url may begin with a dash, which is no option.
    ([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]),
  );
  const args = [join(ROOT, 'scripts', 'check-fill.ts'), id, '--url', `http://127.0.0.1:${port}`, ...given];
  try {
    const { stdout } = await run(process.execPath, args, { cwd: ROOT });
    return { status: 0, text: stdout };
  } catch (error) {
    const { code, stdout } = failureOf(error);
    return { status: code, text: stdout };
  } finally {
    server.close();
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('Invariant: it listens at a port');
  return address;
}

function failureOf(error: unknown): { readonly code: number; readonly stdout: string } {
  if (!(error instanceof Error) || !('code' in error) || !('stdout' in error)) throw error;
  return { code: Number(error.code), stdout: String(error.stdout) };
}
