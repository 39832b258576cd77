/** The signer of an operator: run as a user of its own, it alone has the keys of coins. */
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import {
  openSignerKeys,
  restoreSignerKeys,
  type SignerKeys,
  secretLine,
} from '../apps/server/src/rails/signer/key-file.ts';
import { openSigner } from '../apps/server/src/rails/signer/open-signer.ts';
import { endWith, readArguments } from './run/arguments.ts';

/** As long as the server's SIGNER_KEY has to be. */
const KEY_LENGTH_MIN = 32;
const PORT_MAX = 65_535;
const options = {
  dir: { type: 'string' },
  'key-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
  'words-file': { type: 'string' },
  port: { type: 'string', default: '8091' },
} as const;

const { values, positionals } = readArguments('signer', { allowPositionals: true, options });
const [what, ...more] = positionals;
const { dir: folder, 'passphrase-file': passphraseFile } = values;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (what === undefined || more.length > 0) refuse('Say one of serve, words, keys and restore');
else if (folder === undefined || passphraseFile === undefined)
  refuse('--dir and --passphrase-file must be given');
else
  try {
    await run(what, { folder, passphraseFile, kind: 'main' });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }

type Place = { readonly folder: string; readonly passphraseFile: string; readonly kind: 'main' };

async function run(command: string, place: Place): Promise<void> {
  if (command === 'serve') await serve(place);
  else if (command === 'words') say(openSignerKeys(place).words());
  else if (command === 'keys') sayPublicKeys(openSignerKeys(place));
  else if (command === 'restore') restore(place);
  else refuse(`"${command}" is nothing that the signer does: it is one of serve, words, keys and restore`);
}

async function serve(place: Place): Promise<void> {
  const keyFile = values['key-file'] ?? refuse('--key-file must be given');
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > PORT_MAX)
    refuse(`--port takes a whole number from 0 to ${PORT_MAX}, not ${values.port}`);
  const key = secretLine(keyFile, { what: 'the SIGNER_KEY of the server', charactersMin: KEY_LENGTH_MIN });
  const signer = await openSigner({ ...place, key, port }, () => Date.now()).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken
      ? new StartupError(`--port ${port} is used by another program. Name another, such as --port 8092.`)
      : error;
  });
  say(`The signer answers at http://127.0.0.1:${signer.port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void signer.stop().then(() => process.exit(0)));
}

function restore(place: Place): void {
  const file = values['words-file'] ?? refuse('--words-file must be given');
  const words = secretLine(file, { what: 'the 24 words from the paper', charactersMin: 1 });
  sayPublicKeys(restoreSignerKeys({ ...place, words }));
  say(`The keys of these words are in ${place.folder}. Compare the public keys above, and destroy ${file}.`);
}

function sayPublicKeys(keys: SignerKeys): void {
  for (const [network, xpub] of Object.entries(keys.publicKeys().xpubs)) say(`${network} ${xpub}`);
}

function refuse(problem: string): never {
  return endWith('signer', { problem, options: Object.keys(options) });
}
