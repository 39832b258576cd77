/** Replaces a key of an installation on purpose. */

import { resealChatPictures } from '../apps/server/src/domains/chat/index.ts';
import { resealIdentity } from '../apps/server/src/domains/identity/index.ts';
import { replaceSecretKey, rotateSigningKey } from '../apps/server/src/domains/proof/index.ts';
import { openGuardIfFree } from '../apps/server/src/engine/writer/guard.ts';
import { resealMarketSecret } from '../apps/server/src/market/identity/reseal.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { resealMessages } from '../apps/server/src/platform/messages/reseal.ts';
import { openSource, type Source } from './data-source.ts';
import { readArguments } from './run/arguments.ts';

const { values: flags, positionals } = readArguments('rotate-key', {
  allowPositionals: true,
  options: { lost: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
});
const [name = 'signing'] = positionals;

async function rotate({ connection }: Source): Promise<void> {
  const config = readConfig(process.env);
  const guard = await openGuardIfFree(connection);
  if (!guard) throw new StartupError('A server writes to this database: stop it, and its standbys, first.');
  const pool = createPool({
    connection,
    name: 'tarazu-rotate-key',
    connectionsMax: 1,
    onConnectionLost: (error) => process.stderr.write(`${error.message}\n`),
  });
  try {
    const nowMs = Date.now();
    if (name === 'secret') {
      let messagesLost = 0;
      await replaceSecretKey({ pool, file: config.secretKeyFile, nowMs }, async (on, { old, next }) => {
        if (old) await resealMarketSecret(on, { old, next });
        await resealIdentity(on, { old, next });
        await resealChatPictures(on, { old, next });
        messagesLost = await resealMessages(on, { old, next });
      });
      if (messagesLost > 0)
        say(
          `Messages on their way that can not be read by the key of before, and are removed: ${messagesLost}.`,
        );
      say(`${config.secretKeyFile} holds a new key. People set their passwords anew by a code.`);
    } else {
      const file = config.signingKeyFile;
      const publicKey = await rotateSigningKey({ pool, file, nowMs, isOldLost: flags.lost });
      say(`${file} holds a new key. Publish it: ${publicKey}`);
    }
    say('Copy the file to each standby and into the backup, then start.');
  } finally {
    await pool.end();
    await guard.end();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  if (name !== 'secret' && name !== 'signing')
    throw new StartupError(
      `"${name}" is no key of an installation: "signing" or "secret", such as npm run rotate-key -- signing`,
    );
  if (name === 'secret' && !flags.yes) {
    throw new StartupError(
      'With another secret key every password is dead and the signed log grows anew: "npm run rotate-key -- --help" says more. ' +
        'If you mean it: npm run rotate-key -- secret --yes',
    );
  }
  const source = await openSource();
  await rotate(source).finally(() => source.close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
