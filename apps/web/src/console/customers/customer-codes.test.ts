import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chatThreadField,
  documentTypeField,
  IDENTITY_REASONS,
  identityCaseField,
  LANGUAGES,
  levelField,
  OPERATIONS,
  orderAgents,
  orderStates,
  orderTypes,
  REFUSALS,
  SCORE_BANDS,
  SCORE_KINDS,
  sideInput,
  validities,
  wallets,
} from '@tarazu/protocol';
import { type CodeNamespace, hasPlace, keysOf } from './customer-codes.ts';

const { userInfo, securityInfo, signInList, fundsMovements } = OPERATIONS;
const info = userInfo.output.shape;
const optionsOf = ({ options }: { readonly options: readonly string[] }): readonly string[] => options;
const row = <Row>(list: { readonly shape: { readonly list: { readonly def: { readonly element: Row } } } }) =>
  list.shape.list.def.element;

/** Codes by the name of their cell, or of the why that speaks of them: every enum that the protocol has. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  country: optionsOf(info.country),
  label: optionsOf(info.label),
  language: LANGUAGES,
  identity: optionsOf(info.idStatus),
  level: optionsOf(levelField),
  documentType: optionsOf(documentTypeField),
  state: [
    ...orderStates,
    ...optionsOf(identityCaseField.shape.state),
    ...optionsOf(chatThreadField.shape.state),
  ],
  why: IDENTITY_REASONS,
  failedFor: IDENTITY_REASONS,
  decidedBy: optionsOf(identityCaseField.shape.decidedBy.def.innerType),
  changed: optionsOf(securityInfo.output.shape.holds.def.element.shape.reason),
  outcome: optionsOf(row(signInList.output).shape.outcome),
  wallet: wallets,
  bucket: optionsOf(row(fundsMovements.output).shape.bucket),
  side: optionsOf(sideInput),
  type: orderTypes,
  validity: validities,
  origin: orderAgents,
  cause: Object.keys(REFUSALS),
  event: SCORE_KINDS,
  band: SCORE_BANDS,
};

const NAMESPACES: readonly CodeNamespace[] = ['console/customer', 'trade', 'assets', 'score', 'security'];

async function textsOf(language: string): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const files = NAMESPACES.map(async (namespace) => {
    const file = new URL(`../../locales/${language}/${namespace}.ts`, import.meta.url);
    const module: { default: Record<string, string> } = await import(file.href);
    return [namespace, module.default] as const;
  });
  return new Map(await Promise.all(files));
}

for (const language of LANGUAGES)
  test(`every code of the customer view has words in ${language}`, async () => {
    const texts = await textsOf(language);
    const raw = Object.entries(CODES).flatMap(([name, codes]) =>
      codes
        .filter((code) => {
          const words = keysOf(name, code).map(([namespace, key]) => texts.get(namespace)?.[key]);
          return !words.some((one) => one !== undefined && !hasPlace(one));
        })
        .map((code) => `${name} ${code}`),
    );
    assert.deepEqual(raw, []);
  });

test('a code has the words of what it is said of', () => {
  assert.deepEqual(keysOf('cause', 'customer')[0], ['console/customer', 'cause_customer']);
  assert.deepEqual(keysOf('origin', 'customer')[0], ['console/customer', 'value_customer']);
  assert.notDeepEqual(keysOf('event', 'phone')[0], keysOf('changed', 'phone')[0]);
});
