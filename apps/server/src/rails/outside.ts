import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import type { Config } from '#platform/config/config.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { HttpBank } from '#rails/bank/http-bank.ts';
import { FileBank } from '#rails/bank/iso20022/file-bank.ts';
import type { ChainKind } from '#rails/chain/addresses.ts';
import { BitcoinChain } from '#rails/chain/bitcoin-chain.ts';
import { EthereumChain } from '#rails/chain/ethereum-chain.ts';
import { JsonRpc, type RpcOptions } from '#rails/chain/json-rpc.ts';
import type { ChainRail } from '#rails/chain/port.ts';
import { type BankRail, RailUnavailable } from '#rails/ports.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';
import { ChildServer } from '#rails/process/child-server.ts';
import type { BankOpening } from '#rails/sandbox-bank/open-bank.ts';
import type { ChainOpening } from '#rails/sandbox-chain/open-chain.ts';
import type { SignerOpening } from '#rails/signer/open-signer.ts';
import { SignerClient, type SignerPort } from '#rails/signer/signer-client.ts';

/** Answer of a sandbox's rail to a person who drives it. */
export interface DriveAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The hand of a person at the sandbox. */
export interface SandboxDrive {
  bank(method: 'GET' | 'POST', path: string, body?: object): Promise<DriveAnswer>;
  chain(method: 'GET' | 'POST', path: string, body?: object): Promise<DriveAnswer>;
  /** Numbers of the processes that are there now: for those who kill them. */
  processes(): ReadonlyMap<'bank' | 'chain' | 'signer', number>;
}

/** The outside world of this installation, behind its adapters. */
export interface Outside {
  readonly bank: BankRail;
  /** Chains that are open here, each once. */
  readonly chains: readonly ChainRail[];
  readonly signer: SignerPort;
  /** Whether coins have a value there. */
  readonly kind: ChainKind;
  /** By which the bank signs its webhooks. */
  readonly webhookKey: string;
  /** Absent where all rails are real. */
  readonly sandbox?: SandboxDrive;
  /** Tells where webhooks are taken, before anything begins. */
  listensAt(webhookUrl: string): void;
  stop(): Promise<void>;
}

type OutsideConfig = Pick<Config, 'mode' | 'bankApi' | 'bankFiles' | 'nodes' | 'signer' | 'dataDirectory'>;
type OnTrouble = (what: string, error: unknown) => void;

const KEY_BYTES = 24;
const SIGNER_RESTS_MS = 60 * 1_000;
const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/**
 * Real rails where the settings name them, and elsewhere the sandbox's, each in a process of its own that
 * begins when it is first asked. `licensed` has real ones alone.
 */
export function openOutside(config: OutsideConfig, onTrouble: OnTrouble): Outside {
  const { bankApi, nodes, signer } = config;
  const sandbox = config.mode === 'sandbox' ? new SandboxWorld(config, onTrouble) : undefined;
  const files = fileBankOf(config, onTrouble);
  const bank = bankApi
    ? new HttpBank({ name: 'bank', address: async () => bankApi.url, key: bankApi.key })
    : (files ?? sandbox?.bankRail());
  const ownSigner = signer
    ? new SignerClient({ address: async () => signer.url, key: signer.key })
    : sandbox?.signer();
  if (!bank || !ownSigner) throw new Error('Invariant: an installation has a bank and a signer');
  const chains = NETWORK_IDS.flatMap((id) => {
    const url = nodes[id];
    const rail = url === undefined ? sandbox?.chainRail(id) : chainOf(id, { address: async () => url });
    return rail ? [rail] : [];
  });
  return {
    bank,
    chains,
    signer: ownSigner,
    kind: config.mode === 'licensed' ? 'main' : 'sandbox',
    webhookKey: bankApi?.webhookKey ?? sandbox?.webhookKey ?? newKey(),
    ...(sandbox && { sandbox }),
    listensAt: (url) => sandbox?.listensAt(url),
    stop: async () => {
      files?.close();
      await sandbox?.stop();
    },
  };
}

function fileBankOf({ bankFiles: folder }: OutsideConfig, onTrouble: OnTrouble): FileBank | undefined {
  if (folder === null) return undefined;
  return new FileBank({ name: 'bank', folder, nowMs: () => Date.now(), onTrouble });
}

function chainOf(id: NetworkId, at: Pick<RpcOptions, 'address' | 'headers'>): ChainRail {
  const network = coinNetwork(id);
  const isBitcoin = network.dialect === 'bitcoin';
  const rpc = new JsonRpc({ name: network.name, version: isBitcoin ? '1.0' : '2.0', ...at });
  return isBitcoin ? new BitcoinChain(network, rpc) : new EthereumChain(network, rpc);
}

/** The bank and the chains of the sandbox, in processes of their own. */
class SandboxWorld implements SandboxDrive {
  readonly webhookKey = newKey();
  readonly #keys = { api: newKey(), drive: newKey() };
  readonly #folder: string;
  readonly #bank: ChildServer;
  readonly #chain: ChildServer;
  readonly #signer: ChildServer;
  readonly #signerKey = newKey();
  #webhookUrl: string | undefined;

  constructor({ dataDirectory }: OutsideConfig, onTrouble: OnTrouble) {
    this.#folder = join(dataDirectory, 'sandbox');
    const child = (name: string, room: string, opening: () => object): ChildServer =>
      new ChildServer({ name, ...mainOf(room), opening, onTrouble });
    this.#bank = child('The sandbox bank', 'sandbox-bank', () => this.#bankOpening());
    this.#chain = child('The sandbox chain', 'sandbox-chain', () => this.#opening('chain.db'));
    const opening = (): SignerOpening => {
      return { folder: join(dataDirectory, 'signer'), kind: 'sandbox', key: this.#signerKey };
    };
    const rests = { restsAfterMs: SIGNER_RESTS_MS, ...mainOf('signer') };
    this.#signer = new ChildServer({ name: 'The signer', opening, onTrouble, ...rests });
  }

  bankRail(): BankRail {
    return new HttpBank({ name: 'bank', address: () => this.#bank.address(), key: this.#keys.api });
  }

  chainRail(id: NetworkId): ChainRail {
    const headers = { authorization: `Bearer ${this.#keys.api}` };
    return chainOf(id, { address: async () => `${await this.#chain.address()}/${id}`, headers });
  }

  /** Keys are in no memory while nothing is to be signed. */
  signer(): SignerPort {
    return new SignerClient({ address: () => this.#signer.address(), key: this.#signerKey });
  }

  listensAt(webhookUrl: string): void {
    this.#webhookUrl = webhookUrl;
  }

  bank(method: 'GET' | 'POST', path: string, body?: object): Promise<DriveAnswer> {
    return drive({ child: this.#bank, key: this.#keys.drive }, { method, path, body });
  }

  chain(method: 'GET' | 'POST', path: string, body?: object): Promise<DriveAnswer> {
    return drive({ child: this.#chain, key: this.#keys.drive }, { method, path, body });
  }

  processes(): ReadonlyMap<'bank' | 'chain' | 'signer', number> {
    const all = { bank: this.#bank, chain: this.#chain, signer: this.#signer } as const;
    const names = ['bank', 'chain', 'signer'] as const;
    return new Map(
      names.flatMap((name) => {
        const { processId } = all[name];
        return processId === undefined ? [] : [[name, processId]];
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([this.#bank.stop(), this.#chain.stop(), this.#signer.stop()]);
  }

  #opening(file: string): ChainOpening {
    makeFolder(this.#folder, 0o700);
    return { path: join(this.#folder, file), keys: this.#keys };
  }

  #bankOpening(): BankOpening {
    const url = this.#webhookUrl;
    const opening = { ...this.#opening('bank.db'), files: join(this.#folder, 'files') };
    return url === undefined ? opening : { ...opening, webhook: { url, key: this.webhookKey } };
  }
}

function mainOf(room: string): { readonly main: string } {
  return { main: join(import.meta.dirname, room, 'main.ts') };
}

async function drive(
  at: { readonly child: ChildServer; readonly key: string },
  call: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: object | undefined },
): Promise<DriveAnswer> {
  const { method, path, body } = call;
  const answer = await ask({
    url: `${await at.child.address()}/drive/${path}`,
    method,
    headers: { authorization: `Bearer ${at.key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.text === '' ? {} : jsonOf(answer) };
}

/** A world that answers nobody: for servers that need none, as in most tests. */
export function closedOutside(): Outside {
  const refuse = async (): Promise<never> => {
    throw new RailUnavailable('This server has no outside world.');
  };
  return {
    bank: {
      name: 'bank',
      pay: refuse,
      payment: refuse,
      changes: async (after) => ({ changes: [], cursor: after, isLast: true }),
      acknowledge: async () => undefined,
      holdings: refuse,
      statement: refuse,
      lookUpName: refuse,
      openCheckout: refuse,
    },
    chains: [],
    signer: { publicKeys: refuse, sign: refuse },
    kind: 'sandbox',
    webhookKey: newKey(),
    listensAt: () => undefined,
    stop: async () => undefined,
  };
}
