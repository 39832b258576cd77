/** Reads the OpenAPI description as two linters do, Redocly's and Spectral's; any error of either fails. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { OPERATIONS } from '@tarazu/protocol';
import { describeCalls } from '../apps/server/src/gateway/openapi/openapi.ts';

interface Finding {
  readonly linter: string;
  readonly isError: boolean;
  readonly where: string;
  readonly message: string;
}

const text = JSON.stringify(describeCalls(Object.values(OPERATIONS), '1.0.0'));
const findings = [...(await byRedocly()), ...(await bySpectral())];
for (const { linter, isError, where, message } of findings) {
  const line = `${isError ? 'error' : 'warning'}  ${linter}  ${where}: ${message}\n`;
  process.stdout.write(line);
}
const errors = findings.filter(({ isError }) => isError).length;
process.stdout.write(
  `The description of the calls: ${errors} errors, ${findings.length - errors} warnings.\n`,
);
process.exitCode = errors === 0 ? 0 : 1;

async function byRedocly(): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ severity, ruleId, message, location }) => ({
    linter: `redocly ${ruleId}`,
    isError: severity === 'error',
    where: location[0]?.pointer ?? '',
    message,
  }));
}

async function bySpectral(): Promise<Finding[]> {
  const linter = new spectral.Spectral();
  // Types of the linter want an `extends` of every ruleset, which this one has no need of.
  linter.setRuleset({ extends: [], ...rulesets.oas });
  const problems = await linter.run(text);
  return problems.map(({ severity, code, message, path }) => ({
    linter: `spectral ${code}`,
    isError: severity === 0,
    where: path.join('/'),
    message,
  }));
}
