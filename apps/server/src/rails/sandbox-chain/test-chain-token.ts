import { addr, Transaction } from 'micro-eth-signer';
import { coinNetwork } from '#market/catalogue/coin-networks.ts';
import { chainIdOf } from '#rails/chain/chain-ids.ts';

/** A signed transfer of a token that its sender does not have: for tests. */
export function signEthereumToken(): { readonly from: string; readonly signed: string; readonly id: string } {
  const { privateKey, address } = addr.random();
  const token = coinNetwork('ethereum').coins.find((coin) => coin.token !== undefined)?.token ?? '';
  const transaction = Transaction.prepare({
    to: `0x${token}`,
    value: 0n,
    data: `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    nonce: 0n,
    maxFeePerGas: 10n ** 10n,
    gasLimit: 90_000n,
    chainId: BigInt(chainIdOf('ethereum', 'sandbox')),
  }).signBy(privateKey);
  return { from: address.slice(2).toLowerCase(), signed: transaction.toHex(), id: transaction.hash };
}
