/**
 * The process of the signer: it alone holds private keys of chains, on a default installation in a sealed
 * file of its own. Another process can ask it for a signature, and never for a key.
 */
import { serveAsChild } from '#rails/process/child-main.ts';
import { openSigner, signerOpeningSchema } from '#rails/signer/open-signer.ts';

serveAsChild((told) => openSigner(signerOpeningSchema.parse(told), () => Date.now()));
