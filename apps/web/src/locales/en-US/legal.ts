export default {
  close: 'Close',
  textVersion: 'Version of 20-11-2026',
  aboutTitle: 'About us',
  aboutLead:
    'Tarazu means a weighing scale. Everybody can weigh this broker: each price, fill and balance can be recomputed from its records.',
  aboutPromises: 'What it stands by',
  promise1:
    'Outcomes come from rules and records. No setting makes a price, a fill or a balance for anybody.',
  promise2: 'Demo is demo. Its money and its books never meet the real ones.',
  promise3: 'The market says what it is: simulated, recorded with its date, or live with its source.',
  promise4: 'Costs come first. All charges are shown before the tap.',
  promise5: 'Reasons always. Each refusal has a code, a plain sentence, and what to change.',
  aboutInstall: 'This installation',
  version: 'Version',
  operator: 'Operator',
  mode: 'Kind',
  modeSandbox: 'Sandbox: no real money',
  modeLicensed: 'Licensed',
  market: 'Market',
  hours: 'Hours of stocks',
  hoursAlways: 'Always open',
  hoursCalendar: 'As the calendar says',
  sandboxText:
    'The bank and the chain of this installation are built-in models. Nothing here can be paid in or paid out in real money, in the real account either.',
  aboutRead: 'To read',
  disclaimerTitle: 'Disclaimer',
  disclaimerLead: 'What you should know before you trade here. It is short because it is meant to be read.',
  disclaimerMarketTitle: 'The market',
  disclaimerMarket:
    'Each screen with a price says what stands behind it. “Simulated” means that a published model makes the prices and that the companies are invented. “Recorded” means that prices of a past day are replayed, and the day is named. Neither tells what a real market will do.',
  disclaimerMoneyTitle: 'The money',
  disclaimerMoney:
    'Demo money is practice money and can’t be paid out. On a sandbox installation the real account is also without real money: its bank and chain are models. “About us” says which kind of installation this is and who operates it.',
  disclaimerRiskTitle: 'The risk',
  disclaimerRisk:
    'Prices fall as well as rise. Stocks and coins can lose all of their value, and coins can move by a large part of it within hours. Never put in what you can’t afford to lose. Past results say nothing certain about future ones.',
  disclaimerAdviceTitle: 'No advice',
  disclaimerAdvice:
    'Lists, charts, news and indicators are information, not advice to buy or sell. Nobody here knows your situation. Decide yourself, or ask somebody who is licensed to advise you.',
  disclaimerOrdersTitle: 'Your orders',
  disclaimerOrders:
    'An order is confirmed only after it is stored durably. A market order fills at the prices that are there, within a limit that is shown before; a limit order may fill in part or not at all. Each fill keeps the evidence of the book that it met, and you can open it.',
  disclaimerChargesTitle: 'Charges',
  disclaimerCharges:
    'All charges and taxes of a trade are shown before you place the order and listed with each fill. There is no charge that is not shown before, and a withdrawal never asks for a payment first.',
  disclaimerFaultsTitle: 'When something fails',
  disclaimerFaults:
    'Networks and machines fail. If an answer does not come, the app says that the state is not known; look at your orders before you send one again. The same order sent twice with the same id counts once. This software comes without warranty as its licence says; your rights by law stay as they are.',
  privacyTitle: 'Privacy policy',
  privacyLead: 'What is kept about you, where, for what, and how you get rid of it.',
  privacyServerTitle: 'On the server',
  privacyServer:
    'Your phone number or e-mail address, your nickname, country and language; your password only as a salted hash that can’t be turned back. Your orders, fills, balances and every movement of money. For each sign-in its time, the kind of device and the network address. A demo account without registration has no phone number and no e-mail.',
  privacyDeviceTitle: 'On your device',
  privacyDevice:
    'Your session, your settings, what you searched, half-written orders, and the last portfolio that you saw, so that the app can show it without a network. Signing out removes what is yours. There are no cookies and no identifiers for advertising.',
  privacyUseTitle: 'What for',
  privacyUse:
    'To run your account, to keep others out of it, to settle what you trade, and to prove afterwards that all was right. It is not used for advertising and is not sold.',
  privacyOthersTitle: 'Who else sees it',
  privacyOthers:
    'The operator named in “About us” and the staff who need it; what they do is written in a log. E-mail and SMS services see the message that they carry. On a sandbox installation without such services, messages appear in the sandbox outbox, which everybody who can open this app can read. Authorities see what the law obliges the operator to show.',
  privacyKeepTitle: 'How long',
  privacyKeep:
    'Trades and movements of money are kept as long as the law asks of a broker; a journal whose entries prove each other can’t lose single lines. Codes and captchas are gone after minutes, sessions after they end.',
  privacyRightsTitle: 'What you can do',
  privacyRights:
    'See your data and end sessions under “Profile and devices”; change your nickname, country and language; ask the operator for a copy of your data, for a correction, or to close the account.',
  licencesTitle: 'Third-party notices',
  licencesLead:
    'Tarazu itself is under the Apache-2.0 licence. It contains the work of others, with thanks. Press a name to read its licence.',
  licenceMissing: 'The licence text could not be read. Try again.',
} as const;
