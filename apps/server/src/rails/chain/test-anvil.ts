import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TRANSFER_TOPIC } from '#rails/chain/ethereum-chain.ts';

/** A node of Ethereum with a real virtual machine, from npm: for tests. */

const NAMES: Readonly<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
};

/** Undefined on a machine for which there is none. */
function programOf(): string | undefined {
  const name = NAMES[`${process.platform} ${process.arch}`];
  try {
    const main = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/package.json'));
    const path = join(dirname(main), '..', `anvil-${name}`, 'bin', 'anvil');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

export interface Anvil {
  readonly url: string;
  stop(): Promise<void>;
}

export async function openAnvil(chainId: number): Promise<Anvil | undefined> {
  const program = programOf();
  if (program === undefined) return undefined;
  const flags = ['--port', '0', '--no-mining', '--chain-id', String(chainId), '--order', 'fifo'];
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const end = (): unknown => child.kill('SIGKILL');
  process.once('exit', end);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /Listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) return { url: `http://${address}`, stop: () => stop(child, end) };
  }
  throw new Error('The node ended before it listened.');
}

async function stop(child: ChildProcess, end: () => unknown): Promise<void> {
  process.off('exit', end);
  const exited = once(child, 'exit');
  child.stdout?.destroy();
  child.kill('SIGKILL');
  await exited;
}

/**
 * Code of a token for the virtual machine: `transfer(address,uint256)`, with its log, and
 * `balanceOf(address)`. A balance lies at the place that is its address.
 */
export const TOKEN_CODE = assemble(`
  PUSH1 00 CALLDATALOAD PUSH1 e0 SHR
  DUP1 PUSH4 70a08231 EQ @balance JUMPI
  DUP1 PUSH4 a9059cbb EQ @transfer JUMPI
  :refuse JUMPDEST PUSH1 00 DUP1 REVERT
  :balance JUMPDEST PUSH1 04 CALLDATALOAD SLOAD PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
  :transfer JUMPDEST PUSH1 24 CALLDATALOAD CALLER SLOAD
  DUP2 DUP2 LT @refuse JUMPI
  DUP2 SWAP1 SUB CALLER SSTORE
  DUP1 PUSH1 04 CALLDATALOAD SLOAD ADD PUSH1 04 CALLDATALOAD SSTORE
  PUSH1 00 MSTORE
  PUSH1 04 CALLDATALOAD CALLER PUSH32 ${TRANSFER_TOPIC.slice(2)} PUSH1 20 PUSH1 00 LOG3
  PUSH1 01 PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
`);

function assemble(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    ...{ ADD: '01', SUB: '03', LT: '10', EQ: '14', SHR: '1c', CALLER: '33', CALLDATALOAD: '35' },
    ...{ MSTORE: '52', SLOAD: '54', SSTORE: '55', JUMPI: '57', JUMPDEST: '5b', PUSH1: '60', PUSH4: '63' },
    ...{ PUSH32: '7f', DUP1: '80', DUP2: '81', SWAP1: '90', LOG3: 'a3', RETURN: 'f3', REVERT: 'fd' },
  };
  const places = new Map<string, number>();
  const bytes: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (word.startsWith(':')) places.set(word.slice(1), bytes.length);
    else if (word.startsWith('@')) bytes.push('60', word);
    else bytes.push(...((codes[word] ?? word).match(/../g) ?? []));
  }
  const placed = bytes.map((byte) =>
    byte.startsWith('@') ? (places.get(byte.slice(1)) ?? 0).toString(16).padStart(2, '0') : byte,
  );
  return `0x${placed.join('')}`;
}
