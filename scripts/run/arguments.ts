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
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    process.stderr.write(
      `${problem}. "npm run ${command}" takes: ${options.join(', ')}. "npm run ${command} -- --help" says more.\n`,
    );
    process.exit(status);
  }
}
