import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments of a command; of what it does not take it says what it does, and ends with the status. */
export function readArguments<const Config extends ParseArgsConfig>(
  command: string,
  config: Config,
  status = 1,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const isTheirs =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
    if (!isTheirs) throw error;
    // Node goes on with how to write it as a word, which no command here takes.
    const [plain = ''] = error.message.split('. To specify');
    const [, ambiguous] = plain.match(/^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/) ?? [];
    const problem = ambiguous === undefined ? plain : dashedValue(ambiguous);
    return endWith(command, { problem, options: Object.keys(config.options ?? {}), status });
  }
}

/** The sentence for what Node says in three lines. */
function dashedValue(option: string): string {
  const value = process.argv[process.argv.indexOf(option) + 1] ?? '';
  return `${option} needs a value; one that begins with a dash is written ${option}=${value}`;
}

/** Says what is wrong with an argument and what the command takes, and ends. */
export function endWith(
  command: string,
  of: { readonly problem: string; readonly options: readonly string[]; readonly status?: number },
): never {
  const options = of.options.length === 0 ? 'no options' : of.options.map((name) => `--${name}`).join(', ');
  const help = command.includes(' -- ') ? `${command} --help` : `${command} -- --help`;
  process.stderr.write(
    `${of.problem}. "npm run ${command}" takes: ${options}. "npm run ${help}" says more.\n`,
  );
  process.exit(of.status ?? 1);
}
