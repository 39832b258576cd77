import * as z from 'zod/mini';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { RpcRefusal } from '#rails/chain/json-rpc.ts';
import {
  isKey,
  type LittleCall,
  type LittleFaults,
  type LittleReply,
  type LittleServer,
  openLittleServer,
} from '#rails/process/little-server.ts';
import { BitcoinNode } from '#rails/sandbox-chain/bitcoin-node.ts';
import type { SandboxChain } from '#rails/sandbox-chain/chain.ts';
import { driveChain, faultsOf } from '#rails/sandbox-chain/drive.ts';
import { EthereumNode } from '#rails/sandbox-chain/ethereum-node.ts';

export interface ChainKeys {
  readonly api: string;
  readonly drive: string;
}

interface Node {
  call(method: string, params: readonly unknown[]): unknown;
}

const requestSchema = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
});
const WELL: LittleFaults = { slowMs: 0, isDown: false, losesAnswers: false };
const OUR_FAULT = -32_603;

/** The chains behind HTTP: JSON-RPC of each under `/NETWORK`, and under `/drive` what a person does. */
export function openChainServer(
  chain: SandboxChain,
  keys: ChainKeys,
  onChanged: () => void,
): Promise<LittleServer> {
  const nodes = new Map<string, Node>(
    NETWORK_IDS.map((network) => [`/${network}`, nodeOf(chain, network)] as const),
  );
  return openLittleServer({
    faults: (path) => {
      const network = NETWORK_IDS.find((id) => path === `/${id}`);
      return network ? faultsOf(chain, network) : WELL;
    },
    serve: async (call) => {
      const isDrive = call.path.startsWith('/drive/');
      if (!isKey(call.key, isDrive ? keys.drive : keys.api)) return { status: 401 };
      const node = nodes.get(call.path);
      const reply = isDrive ? await driveChain(chain, call) : node ? rpc(node, call) : { status: 404 };
      onChanged();
      return reply;
    },
  });
}

function nodeOf(chain: SandboxChain, network: NetworkId): Node {
  return coinNetwork(network).dialect === 'bitcoin'
    ? new BitcoinNode(chain)
    : new EthereumNode(chain, network);
}

function rpc(node: Node, { body }: LittleCall): LittleReply {
  const request = requestSchema.safeParse(body);
  if (!request.success) return { status: 400 };
  const { id, method, params } = request.data;
  try {
    return { status: 200, body: { jsonrpc: '2.0', id, result: node.call(method, params) } };
  } catch (error) {
    const refusal = error instanceof RpcRefusal ? error : new RpcRefusal(OUR_FAULT, String(error));
    const { code, message } = refusal;
    return { status: 200, body: { jsonrpc: '2.0', id, result: null, error: { code, message } } };
  }
}
