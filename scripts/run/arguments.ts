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
    const [problem = ''] = error.message.split('. To specify');
    return endWith(command, { problem, options: Object.keys(config.options ?? {}), status });
  }
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
