import type account from './en-US/account.ts';
import type alerts from './en-US/alerts.ts';
import type assets from './en-US/assets.ts';
import type basket from './en-US/basket.ts';
import type chat from './en-US/chat.ts';
import type company from './en-US/company.ts';
import type consoleContent from './en-US/console/content.ts';
import type consoleCorrection from './en-US/console/correction.ts';
import type consoleCustomer from './en-US/console/customer.ts';
import type consoleQueues from './en-US/console/queues.ts';
import type consoleTexts from './en-US/console.ts';
import type content from './en-US/content.ts';
import type documents from './en-US/documents.ts';
import type firstRun from './en-US/firstRun.ts';
import type glossary from './en-US/glossary.ts';
import type home from './en-US/home.ts';
import type invite from './en-US/identity/invite.ts';
import type places from './en-US/identity/places.ts';
import type identity from './en-US/identity.ts';
import type legal from './en-US/legal.ts';
import type market from './en-US/market.ts';
import type mine from './en-US/mine.ts';
import type portfolio from './en-US/portfolio.ts';
import type proof from './en-US/proof.ts';
import type rights from './en-US/rights.ts';
import type how from './en-US/rules/how.ts';
import type rulebook from './en-US/rules/rulebook.ts';
import type score from './en-US/score.ts';
import type security from './en-US/security.ts';
import type shell from './en-US/shell.ts';
import type trade from './en-US/trade.ts';
import type watchlists from './en-US/watchlists.ts';
import type workspace from './en-US/workspace.ts';

/**
 * The texts, one namespace for each group of pages, loaded with them. A namespace is a file of that name in
 * each language's folder and a line here; the English file gives the keys their types.
 */
export interface Namespaces {
  account: typeof account;
  alerts: typeof alerts;
  assets: typeof assets;
  basket: typeof basket;
  company: typeof company;
  chat: typeof chat;
  console: typeof consoleTexts;
  'console/content': typeof consoleContent;
  'console/correction': typeof consoleCorrection;
  'console/customer': typeof consoleCustomer;
  'console/queues': typeof consoleQueues;
  content: typeof content;
  firstRun: typeof firstRun;
  glossary: typeof glossary;
  home: typeof home;
  identity: typeof identity;
  legal: typeof legal;
  market: typeof market;
  mine: typeof mine;
  documents: typeof documents;
  'identity/invite': typeof invite;
  'identity/places': typeof places;
  portfolio: typeof portfolio;
  proof: typeof proof;
  rights: typeof rights;
  'rules/how': typeof how;
  'rules/rulebook': typeof rulebook;
  score: typeof score;
  security: typeof security;
  shell: typeof shell;
  trade: typeof trade;
  watchlists: typeof watchlists;
  workspace: typeof workspace;
}

export type Namespace = keyof Namespaces;
