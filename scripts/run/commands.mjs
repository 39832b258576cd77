/**
 * The table of commands: what the help says and what run.mjs accepts. A command exists when its script does.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchHelp } from './bench-help.mjs';

/** @type {Record<string, { summary: string, help: string }>} */
export const commands = {
  start: {
    summary: 'open Tarazu: database, markets, server and app in one go',
    help: `npm start

Builds the app when its sources changed, starts the database, the market and the server, and ends with one line that
says where to open it and how to sign in. Ctrl-C stops it cleanly. It is configured by environment variables (PORT,
DATA_DIR, DATABASE_URL, MARKET, ROLE, …): the README lists them all.`,
  },
  test: {
    summary: 'run every test: core, server on a real database, journeys in a real browser',
    help: `npm test [-- --only <part of a path>]...

Finds a Chromium (CHROMIUM_PATH, the usual places, Playwright's own) or installs one, builds the app when its sources
changed and runs every *.test.ts. The last line is "N passed, N failed"; the exit status is 0 only when something
ran and nothing failed.

  --only <text>   only test files whose path contains the text; may be given several times
  --list          print the files that would run, and stop
  --once          run no file again; without it up to three files that failed run once more alone, and what
                  passes then is named as unsteady and not counted as failed`,
  },
  verify: {
    summary: 'everything a change must pass: types, lint, tidy, unused code, tests, bundle budgets',
    help: `npm run verify [-- --without <step>]... [--slow]

One line per step with its time; what a failed step printed follows it. Steps: types, lint, tidy, unused, openapi, tests, budgets.

  --slow   also what takes minutes and installs nginx, Caddy and Firefox where they are missing: TLS behind both, on one
           host and two, and the main journeys in Firefox`,
  },
  tidy: {
    summary: 'our own checks: walls between folders, cycles, sizes, names, banned calls',
    help: `npm run tidy [-- --rule <name>]...

Reads every source file and says file:line and what to do. Without arguments all rules are checked.

  --rule <name>   only this rule; may be given several times
  --list          print the rules, and stop
  --wrap          wrap comments that are too long, and stop`,
  },
  bench: {
    summary: 'measure, in ratios taken in one run',
    help: `npm run bench -- <name> [arguments]

Runs bench/<name>.ts; npm run bench -- <name> --help tells its arguments. Nothing here gates a test: an absolute time
depends on the machine.`,
  },
  audit: {
    summary: 'replay the journal and prove that it reaches the state in the tables',
    help: `npm run audit [-- --from <file>] [--snapshot <file>] [--key <public key>]

Replays the journal of DATA_DIR (or DATABASE_URL) from the first command, compares every row of the tables and every signed
head of the log, and names the first difference. It ends with the hash of the journal and the hash of the state.

  --snapshot <file>  when nothing differs, keep what the replay came to in a new file. Its last line is its SHA-256, which is
                     printed too: keep that elsewhere than the file
  --from <file>      go on from such a snapshot, to the same two hashes. It is refused when it was changed, is ahead of the
                     journal or of another one, or when its rows do not give its state hash
  --key <public key> the published key, in hexadecimal, that has to have signed the staff log. Default: that of
                     SIGNING_KEY_FILE

From a snapshot, the commands before it are not derived again: their outcomes are believed as the audit that made it found
them. They are still hashed against the chain, and the rows that they finished (fills, movements, ended orders, spent
lots, client ids) are compared by hashes, which tell the table and the stretch of a difference and not its row. With both
arguments the new snapshot names the one that it stands on. The exit status is 0 only when nothing differs.`,
  },
  'check-fill': {
    summary: 'derive a fill again from the open journal, without believing the server',
    help: `npm run check-fill -- <fill> [--url <server> --token <token>]

A fill is named as the app names it, such as 1042-0. What is looked at, one line each: the order that was sent (order), the
receipt that came with its answer (receipt), the row of the journal and its hash (entry), the plain book on what the order met
(book), who stood ahead (priority), of an auction its end (end), the worst price allowed (limit), price times quantity (value),
the charges by the rules in force (charges) and the row that set them (rules), the way of each row to the signed log (log), of an
auction when the hash of its secret was bound (bound), and the head: whole, signed by the pinned key, and a continuation of the
one that is kept (head). "sealed" means that the row holds another customer's data, so that only its hash is told; "open"
that something is not shown, and the line says why.

  --url <server>    ask a running server for a fill of one's own, such as --url http://localhost:3000
  --token <token>   the access token of the one whose fill it is; or TARAZU_TOKEN in the environment
  --receipt <hash>  what the answer to the order carried; the app shows it with the fill
  --content <hash>  the hash of what was sent; the app shows it with the fill
  --heads <file>    the heads that npm run witness keeps: the newest of them must be continued, by the same key
  --key <key>       the operator's published key, which must have signed

Without --url it reads the database of DATA_DIR (or DATABASE_URL), as its operator, with every row open.
The exit status is 0 only when nothing differs.`,
  },
  witness: {
    summary: 'keep the signed heads of a server, and hear when its history was rewritten',
    help: `npm run witness -- <url> [--file <file>] [--key <key>]

For anybody but the operator: run it once a day or once a minute, from a machine of your own. It asks the server for its
newest signed head, checks its hash and signature and that it only adds to the newest one in your file, and adds it there.

  --file <file>   one line of JSON for each head; ./tarazu-heads.jsonl by default. Only ever added to
  --key <key>     the signing key as the operator publishes it; else the key of the first head that was kept

The exit status is 0 when all agrees, 1 when the history that was signed was rewritten (both heads are then written beside the
file, as evidence), and 2 when nothing could be found out.`,
  },
  signer: {
    summary: 'the signer of an operator: it alone has the keys of coins',
    help: `npm run signer -- serve --dir <folder> --passphrase-file <file> --key-file <file> [--port 8091]
npm run signer -- words --dir <folder> --passphrase-file <file>
npm run signer -- keys --dir <folder> --passphrase-file <file>
npm run signer -- restore --dir <folder> --passphrase-file <file> --words-file <file>

Run as a user of its own, apart from the server. docs/running.md says how the hot and the cold part are kept.

  serve    makes keys at the first start, and signs within the limits of limits.json in the folder
  words    prints the 24 words from which all keys come, for the paper in the safe; nobody else asks for them
  keys     prints the extended public keys, by which addresses are made and never spent from
  restore  makes the keys anew in an empty folder, from the words on the paper, and prints the public ones

  --dir              folder of the sealed keys, the limits and the record of what was signed
  --passphrase-file  passphrase of the seal, at least 12 characters, readable for this user alone
  --key-file         key of those who may ask, at least 32 characters: SIGNER_KEY of the server
  --words-file       the words, typed from the paper; keep it in memory, as below /dev/shm, and destroy it
  --port             port on this machine`,
  },
  'rotate-key': {
    summary: 'replace the key that signs the journal, or the one of passwords, on purpose',
    help: `npm run rotate-key [-- signing | secret] [--lost] [--yes]

With the server stopped, and its settings (DATA_DIR, DATABASE_URL, SIGNING_KEY_FILE, SECRET_KEY_FILE). Broken off, it is finished
by running it again. Copy the new file to each standby, and into the backup.

  signing   (the default) another key signs the heads of the journal. The key before says so itself, so that apps and
            witnesses follow; it is then overwritten
  --lost    the old signing key is gone and can say nothing: every app will warn that the key was replaced
  secret    another key for passwords and the log, for when the old one was lost or became known. Every password is dead and
            has to be set anew by a code; the signed log is closed and grows anew, which apps that keep a head warn of.
            Needs --yes`,
  },
  console: {
    summary: 'make, invite again, list and close people of the staff console',
    help: `npm run console -- add <name> [--roles <roles>] [--user <number>]...
npm run console -- invite <name> [--roles <roles>] [--user <number>]...
npm run console -- list
npm run console -- close <name>

On the machine of the server, with its settings (DATA_DIR, DATABASE_URL, SECRET_KEY_FILE); it may be running. add prints a code that
works once, for 24 hours: with it the person sets a password and an authenticator at /console. Each act is in the staff log.

  --roles <roles>  with commas: support, compliance, treasury, listings, content, risk, auditor, admin; admin by default
  --user <number>  number of a login that the person has as a customer: others decide about it. May be given several times

  invite  a new code for somebody who lost the password or the authenticator: the old ones are worth nothing from then on
  close   ends every session at once; what the person did stays in the log`,
  },
  simulate: {
    summary: 'run seeds of customers, market and faults through the writer, a journal and a disk that fails',
    help: `npm run simulate [-- arguments]

The same seed gives the same run on any machine. A failure prints its seed and the command that repeats it; the exit
status is 0 only when no seed failed. The last line is one JSON object with what was done.

  --seeds <n>       how many seeds; 1000 by default
  --from <n>        the first seed; 1 by default
  --commands <n>    commands of each run; by default most have 40, three in ten 405 of 30 customers, one in a thousand 5,000
  --jobs <n>        seeds at the same time; one for each core by default
  --planted <name>  plants a mistake, which its invariant then has to name; "all" plants one after the other`,
  },
  chaos: {
    summary: 'kill the server and its database while people trade, and check that nothing is lost',
    help: `npm run chaos [-- arguments]

Clients write their id down before they send. What they were told is compared with the database at the end of each round, the
journal is replayed, and the time to the first accepted order is told after each fault. The last line is one JSON object
with the sums. The exit status is 0 only when nothing was lost, doubled or answered in two ways.

  --kills <n>           how often in all; 10 by default
  --each <n>            how often in one round; 20 by default. A round has data of its own, and the next seed
  --fault <name>        kill (of the server, the default), gateway (the process of its HTTP side), database (all its
                        processes), freeze (of the database), cut (of all connections), disk-full (needs the right to mount), second-writer (the writer is
                        frozen, its standby takes over, the writer wakes)
  --database            the same as --fault database
  --frozen-seconds <n>  how long a database is frozen; 15 by default
  --patience-seconds <n>  how long a server may take to accept an order again; 60 by default
  --traders <n>         clients that order at the same time; 32 by default
  --log <file>          adds a line for each round; rounds that it has are not run again, so that a long run can be stopped
  --seed <n>            of the first round: when each fault comes; 1 by default`,
  },
  screens: {
    summary: 'write a picture of every page, sheet and state, light and dark, into ./screens',
    help: `npm run screens [-- arguments]

  --language <code>  en-US or bn-BN; en-US by default
  --width <px>       of the window; 390 by default
  --height <px>      of the window; 844 by default
  --only <part>      pages and states whose name has this part; sheet-, empty-, error- … name kinds
  --every            both languages at 390, 320 and 1280, and at 844x390 and 768 what differs there
  --whole            each page to its end, not what the window shows`,
  },
  market: {
    summary: 'import recorded market data, verify a day, end a market and begin another',
    help: `npm run market -- import <folder>
npm run market -- verify-day <YYYY-MM-DD> [--url http://localhost:8080] [--market <number>]
npm run market -- end --at <time>
npm run market -- new [--without-notice]

Imports candle files, so that MARKET=recorded can replay them; makes a day of the simulated market again from its
published key; tells everybody that a market ends; and ends it, so that the next start begins another one: open orders
are cancelled by the engine, accounts keep what they own.`,
  },
};

/** Names of the commands whose script is there, in the order of the table.
 * @param {string} scriptsFolder */
export function commandsPresent(scriptsFolder) {
  return Object.keys(commands).filter((name) => existsSync(join(scriptsFolder, `${name}.ts`)));
}

/** Text of `--help` without a command.
 * @param {string} scriptsFolder */
export function overview(scriptsFolder) {
  const present = commandsPresent(scriptsFolder);
  const width = Math.max(...present.map((name) => name.length)) + 2;
  const lines = present.map((name) => `  ${name.padEnd(width)}${commands[name]?.summary}`);
  return `Tarazu. npm start, npm test, or npm run <command> (-- --help tells more):\n\n${lines.join('\n')}\n`;
}

/** Text of `<command> --help`; `bench` lists the benchmarks, and tells of the one that is named.
 * @param {string} name
 * @param {string} scriptsFolder
 * @param {string} [bench] */
export function helpFor(name, scriptsFolder, bench = '') {
  const own = name === 'bench' ? benchHelp[bench] : undefined;
  if (own !== undefined) return `${own}\n`;
  const command = commands[name];
  if (command === undefined) throw new Error(`Condition: ${name} is not in the table of commands.`);
  const benches = name === 'bench' ? benchesIn(join(scriptsFolder, '..', 'bench')) : [];
  const list = benches.length === 0 ? '' : `\nNames: ${benches.join(', ')}\n`;
  return `${name}: ${command.summary}\n\n${command.help}\n${list}`;
}

/** Names of the benchmarks: the files directly in bench/, except tests and what makes their data.
 * @param {string} folder */
export function benchesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('gen-'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}
