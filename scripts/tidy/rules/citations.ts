/**
 * A cited rule or decision exists: rules by their section
 * of `docs/rules.md`, decisions by a number of their own.
 */
import type { Project, Rule, Violation } from '../rule.ts';
import { matches, type SourceFile } from '../source.ts';

const RULES_PATH = 'docs/rules.md';
const REFUSALS_PATH = 'packages/protocol/src/refusals.ts';
const section = /^## (\d+\.\d+) /gm;
const citedRules = /\brules (\d+\.\d+(?:(?:, | and )\d+\.\d+)*)/gi;
const citedDecision = /\b(?:docs\/decisions\/|decisions? )(\d{4})\b/gi;
/** Documents that stand outside the repository: whoever reads the code can't look them up. */
const citedElsewhere =
  /\b(?:reliability|product|spec|style|frontend|backend|market-simulator)(?:\.md\b|,? section \d| \d(?:\.\d)?\b)/gi;
const decisionPath = /^docs\/decisions\/(\d{4})-[a-z\d-]+\.md$/;
const ruleIds = /\bruleId: '([a-z-]+)'/g;

export const citations: Rule = {
  name: 'citations',
  summary:
    'cited rules stand in docs/rules.md, decisions have numbers of their own, no other document is cited by section',
  *check({ files }: Project) {
    const rulesText = files.find(({ path }) => path === RULES_PATH)?.text ?? '';
    const sections = new Set(Array.from(rulesText.matchAll(section), ([, number]) => number));
    const decisions = new Map<string, string>();
    for (const file of files) yield* numberedTwice(file, decisions);
    for (const file of files) {
      if (file.path.startsWith('scripts/tidy/')) continue;
      yield* unknownIn(file, { sections, decisions });
      if (file.path === REFUSALS_PATH) yield* unpublishedIn(file, rulesText);
    }
  },
};

/**
 * Notes a decision under its number, and says where the number has another or the title has not the number.
 */
function* numberedTwice({ path, text }: SourceFile, decisions: Map<string, string>): Generator<Violation> {
  const number = decisionPath.exec(path)?.[1];
  if (number === undefined) return;
  const other = decisions.get(number);
  if (other !== undefined)
    yield { path, line: 1, message: `${other} has this number: take the next free one.` };
  decisions.set(number, path);
  if (!text.startsWith(`# ${number} `))
    yield { path, line: 1, message: `The title begins with the number: "# ${number} ...".` };
}

function* unknownIn(
  file: SourceFile,
  known: { sections: ReadonlySet<string | undefined>; decisions: ReadonlyMap<string, string> },
): Generator<Violation> {
  const { path } = file;
  for (const { match, line } of matches(file.text, citedRules)) {
    for (const number of match[1]?.match(/\d+\.\d+/g) ?? []) {
      if (known.sections.has(number)) continue;
      yield { path, line, message: `${RULES_PATH} has no section ${number}: write it, or cite another.` };
    }
  }
  for (const { match, line } of matches(file.isScript ? file.comments : '', citedElsewhere))
    yield { path, line, message: `"${match[0]}" is not in the repository: say here what it says.` };
  for (const { match, line } of matches(file.text, citedDecision)) {
    const number = match[1] ?? '';
    if (!known.decisions.has(number)) yield { path, line, message: `No decision has the number ${number}.` };
  }
}

/** The ids that refusals name on the wire are published with the rules. */
function* unpublishedIn(file: SourceFile, rulesText: string): Generator<Violation> {
  for (const { match, line } of matches(file.text, ruleIds)) {
    if (rulesText.includes(`\`${match[1]}\``)) continue;
    yield { path: file.path, line, message: `${RULES_PATH} does not name the rule "${match[1]}".` };
  }
}
