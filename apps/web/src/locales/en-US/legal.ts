export default {
  close: 'Close',
  textVersion: 'Version of 22-11-2026',
  aboutTitle: 'About us',
  aboutLead:
    'Tarazu means a weighing scale. You can recompute each price, fill and balance from our records.',
  aboutPromises: 'Our promises',
  promise1: 'Outcomes come from rules and records. No setting can make a price, fill or balance.',
  promise2: 'Demo is demo. Its money and orders never meet real ones.',
  promise3: 'Each price says what it is: simulated, recorded or live.',
  promise4: 'Costs first. You see all charges before you tap.',
  promise5: 'Reasons always. Each refusal has a code, a reason and what to change.',
  aboutInstall: 'This installation',
  version: 'Version',
  operator: 'Operator',
  mode: 'Type',
  modeSandbox: 'Sandbox: no real money',
  modeLicensed: 'Licensed',
  market: 'Market',
  hours: 'Stock market hours',
  hoursAlways: 'Always open',
  hoursCalendar: 'By the exchange calendar',
  sandboxText:
    'The bank and the blockchain here are built-in models. No real money can move in or out. That holds for the real account too.',
  aboutRead: 'Read more',
  companyTitle: 'Company introduction',
  loanServiceTitle: 'Loan service',
  proofTitle: 'What you can check',
  rulebookTitle: 'Rulebook',
  downloadTitle: 'Get the app',
  disclaimerTitle: 'Disclaimer',
  disclaimerLead: 'What to know before you trade here.',
  disclaimerMarketTitle: 'The market',
  disclaimerMarket:
    'Each screen with a price says where it comes from. “Simulated” means a published model sets prices of fictional companies. “Recorded” means prices of a named past day are replayed. Neither predicts what a real market will do.',
  disclaimerMoneyTitle: 'The money',
  disclaimerMoney:
    'You can’t withdraw demo money. A sandbox installation has no real money either. “About us” says what this installation is and who operates it.',
  disclaimerRiskTitle: 'The risk',
  disclaimerRisk:
    'Prices fall as well as rise. Stocks and coins can lose all their value. Coins can move sharply within hours. Never invest what you can’t afford to lose. Past results do not guarantee future ones.',
  disclaimerAdviceTitle: 'No advice',
  disclaimerAdvice:
    'Lists, charts, news and indicators are information, not advice. Nobody here knows your situation. Decide yourself, or ask a licensed adviser.',
  disclaimerOrdersTitle: 'Your orders',
  disclaimerOrders:
    'We confirm an order only once it is safely stored. A market order fills at available prices, within a limit shown before. A limit order may fill in part or not at all. Each fill keeps evidence that you can open.',
  disclaimerChargesTitle: 'Charges',
  disclaimerCharges:
    'You see all charges and taxes before you place an order. Each fill lists them again. There are no hidden charges. A withdrawal never asks for a payment first.',
  disclaimerFaultsTitle: 'When something fails',
  disclaimerFaults:
    'Networks and machines can fail. Without an answer, check your orders before sending one again. An order sent twice with the same ID counts once. This software comes without warranty, as its licence says. Your legal rights stay as they are.',
  privacyTitle: 'Privacy policy',
  privacyLead: 'What we keep about you, where, why and how to remove it.',
  privacyServerTitle: 'On the server',
  privacyServer:
    'We keep your phone or e-mail, nickname, country and language. Your password is stored only as a salted hash. We keep your orders, fills, balances and money movements. For each sign-in we keep time, device type and network address. A demo account without registration has no phone or e-mail.',
  privacyDeviceTitle: 'On your device',
  privacyDevice:
    'Your device keeps your session, settings, searches, order drafts and last portfolio. Signing out removes what is yours. We use no cookies and no advertising identifiers.',
  privacyUseTitle: 'Why we use it',
  privacyUse:
    'We use it to run and protect your account. We use it to settle your trades and to prove our records. We never sell it or use it for advertising.',
  privacyOthersTitle: 'Who else can see it',
  privacyOthers:
    'The operator named in “About us” and its staff can see it. What they do is logged. E-mail and SMS services see the messages they carry. Without such services messages land in the sandbox outbox. Everyone who can open this app can read that outbox. Authorities see what the law requires.',
  privacyKeepTitle: 'How long we keep it',
  privacyKeep:
    'We keep trades and money movements as long as the law requires. Journal entries prove each other, so single ones can’t be deleted. Codes and captchas are deleted within minutes, sessions when they end.',
  privacyRightsTitle: 'Your choices',
  privacyRights:
    'See your data and sign out devices under “Profile and devices”. Change your nickname, country and language there. Ask the operator to copy, correct or close your account.',
  licencesTitle: 'Third-party notices',
  licencesLead:
    'Tarazu uses the Apache-2.0 licence. It contains the work of others. Tap a name to read its licence.',
  licenceMissing: 'Can’t load the licence text. Try again.',
} as const;
