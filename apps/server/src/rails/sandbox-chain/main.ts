/**
 * The process of the sandbox's chains: networks that stand for those of the world on a default installation,
 * with books of their own in a file of their own. They are reached by JSON-RPC, as real nodes are.
 */
import { serveAsChild } from '#rails/process/child-main.ts';
import { chainOpeningSchema, openChain } from '#rails/sandbox-chain/open-chain.ts';

serveAsChild((told) => openChain(chainOpeningSchema.parse(told), () => Date.now()));
