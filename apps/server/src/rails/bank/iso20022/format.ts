/** Formats of ISO 20022 messages as data: which elements stand where, how often, and what they hold. */

export interface ElementRule {
  /** Children in their order: name, least, most, rule. */
  readonly children?: readonly Child[];
  /** Exactly one of the children. */
  readonly isChoice?: true;
  /** Form of the text; without children and text anything may stand inside, and nothing of it is read. */
  readonly text?: RegExp;
  /** Whether the element names its currency. */
  readonly hasCurrency?: true;
}
export type Child = readonly [name: string, least: number, most: number, rule: ElementRule];

const MANY = Number.POSITIVE_INFINITY;
const max = (length: number): ElementRule => ({ text: new RegExp(`^[^\\u0000]{1,${length}}$`, 'u') });
const ANYTHING: ElementRule = {};
const ID_35 = max(35);
const AMOUNT: ElementRule = { text: /^(?=[0-9.]{1,19}$)[0-9]+(?:\.[0-9]{0,5})?$/, hasCurrency: true };
const SUM: ElementRule = { text: /^(?=[0-9.]{1,19}$)[0-9]+(?:\.[0-9]{0,17})?$/ };
const COUNT: ElementRule = { text: /^[0-9]{1,15}$/ };
const TIME: ElementRule = {
  text: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/,
};
const DAY: ElementRule = { text: /^\d{4}-\d{2}-\d{2}(?:Z|[+-]\d{2}:\d{2})?$/ };
const SIGN: ElementRule = { text: /^(?:CRDT|DBIT)$/ };
const FLAG: ElementRule = { text: /^(?:true|false|1|0)$/ };

const of = (...children: readonly Child[]): ElementRule => ({ children });
const choice = (...children: readonly Child[]): ElementRule => ({ children, isChoice: true });
const one = (name: string, rule: ElementRule): Child => [name, 1, 1, rule];
const maybe = (name: string, rule: ElementRule): Child => [name, 0, 1, rule];
const some = (name: string, rule: ElementRule, most = MANY): Child => [name, 0, most, rule];

const WHEN = choice(maybe('Dt', DAY), maybe('DtTm', TIME));
const CODE = choice(maybe('Cd', max(4)), maybe('Prtry', ID_35));
const OTHER_ACCOUNT = of(one('Id', max(34)), maybe('SchmeNm', ANYTHING), maybe('Issr', ID_35));
const ACCOUNT_ID = choice(
  maybe('IBAN', { text: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/ }),
  maybe('Othr', OTHER_ACCOUNT),
);
const accountWith = (...more: readonly Child[]): ElementRule =>
  of(
    one('Id', ACCOUNT_ID),
    maybe('Tp', ANYTHING),
    maybe('Ccy', { text: /^[A-Z]{3}$/ }),
    maybe('Nm', max(70)),
    maybe('Prxy', ANYTHING),
    ...more,
  );
const PARTY = of(
  maybe('Nm', max(140)),
  maybe('PstlAdr', ANYTHING),
  maybe('Id', ANYTHING),
  maybe('CtryOfRes', { text: /^[A-Z]{2}$/ }),
  maybe('CtctDtls', ANYTHING),
);
const PARTY_OR_AGENT = choice(maybe('Pty', PARTY), maybe('Agt', ANYTHING));
const AGENT = of(
  one(
    'FinInstnId',
    of(
      maybe('BICFI', { text: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ }),
      maybe(
        'ClrSysMmbId',
        of(maybe('ClrSysId', choice(maybe('Cd', max(5)), maybe('Prtry', ID_35))), one('MmbId', ID_35)),
      ),
      maybe('LEI', { text: /^[A-Z0-9]{18}[0-9]{2}$/ }),
      maybe('Nm', max(140)),
      maybe('PstlAdr', ANYTHING),
      maybe('Othr', ANYTHING),
    ),
  ),
  maybe('BrnchId', ANYTHING),
);
const REMITTANCE = of(some('Ustrd', max(140)), some('Strd', ANYTHING));

const REFERENCES = of(
  ...['MsgId', 'AcctSvcrRef', 'PmtInfId', 'InstrId', 'EndToEndId'].map((name) => maybe(name, ID_35)),
  maybe('UETR', max(36)),
  ...[
    'TxId',
    'MndtId',
    'ChqNb',
    'ClrSysRef',
    'AcctOwnrTxId',
    'AcctSvcrTxId',
    'MktInfrstrctrTxId',
    'PrcgId',
  ].map((name) => maybe(name, ID_35)),
  some('Prtry', ANYTHING),
);
const PARTIES = of(
  maybe('InitgPty', PARTY_OR_AGENT),
  maybe('Dbtr', PARTY_OR_AGENT),
  maybe('DbtrAcct', accountWith()),
  maybe('UltmtDbtr', PARTY_OR_AGENT),
  maybe('Cdtr', PARTY_OR_AGENT),
  maybe('CdtrAcct', accountWith()),
  maybe('UltmtCdtr', PARTY_OR_AGENT),
  maybe('TradgPty', PARTY_OR_AGENT),
  some('Prtry', ANYTHING),
);
const RETURN = of(
  maybe('OrgnlBkTxCd', ANYTHING),
  maybe('Orgtr', ANYTHING),
  maybe('Rsn', CODE),
  some('AddtlInf', max(105)),
);
const DETAILS = of(
  maybe('Refs', REFERENCES),
  maybe('Amt', AMOUNT),
  maybe('CdtDbtInd', SIGN),
  maybe('AmtDtls', ANYTHING),
  some('Avlbty', ANYTHING),
  ...['BkTxCd', 'Chrgs', 'Intrst'].map((name) => maybe(name, ANYTHING)),
  maybe('RltdPties', PARTIES),
  ...['RltdAgts', 'LclInstrm', 'Purp'].map((name) => maybe(name, ANYTHING)),
  some('RltdRmtInf', ANYTHING, 10),
  maybe('RmtInf', REMITTANCE),
  ...['RltdDts', 'RltdPric'].map((name) => maybe(name, ANYTHING)),
  some('RltdQties', ANYTHING),
  ...['FinInstrmId', 'Tax'].map((name) => maybe(name, ANYTHING)),
  maybe('RtrInf', RETURN),
  ...['CorpActn', 'SfkpgAcct'].map((name) => maybe(name, ANYTHING)),
  some('CshDpst', ANYTHING),
  maybe('CardTx', ANYTHING),
  maybe('AddtlTxInf', max(500)),
  some('SplmtryData', ANYTHING),
);
const ENTRY = of(
  maybe('NtryRef', ID_35),
  one('Amt', AMOUNT),
  one('CdtDbtInd', SIGN),
  maybe('RvslInd', FLAG),
  one('Sts', CODE),
  maybe('BookgDt', WHEN),
  maybe('ValDt', WHEN),
  maybe('AcctSvcrRef', ID_35),
  some('Avlbty', ANYTHING),
  one('BkTxCd', of(maybe('Domn', ANYTHING), maybe('Prtry', of(one('Cd', ID_35), maybe('Issr', ID_35))))),
  maybe('ComssnWvrInd', FLAG),
  ...['AddtlInfInd', 'AmtDtls', 'Chrgs', 'TechInptChanl', 'Intrst', 'CardTx'].map((name) =>
    maybe(name, ANYTHING),
  ),
  some('NtryDtls', of(maybe('Btch', ANYTHING), some('TxDtls', DETAILS))),
  maybe('AddtlNtryInf', max(500)),
);
const BALANCE = of(
  one('Tp', of(one('CdOrPrtry', CODE), maybe('SubTp', ANYTHING))),
  some('CdtLine', ANYTHING),
  one('Amt', AMOUNT),
  one('CdtDbtInd', SIGN),
  one('Dt', WHEN),
  some('Avlbty', ANYTHING),
);
const STATEMENT = of(
  one('Id', ID_35),
  maybe('StmtPgntn', ANYTHING),
  maybe('ElctrncSeqNb', { text: /^[0-9]{1,18}$/ }),
  maybe('RptgSeq', ANYTHING),
  maybe('LglSeqNb', { text: /^[0-9]{1,18}$/ }),
  maybe('CreDtTm', TIME),
  maybe('FrToDt', of(one('FrDtTm', TIME), one('ToDtTm', TIME))),
  maybe('CpyDplctInd', { text: /^(?:CODU|COPY|DUPL)$/ }),
  maybe('RptgSrc', ANYTHING),
  one('Acct', accountWith(maybe('Ownr', ANYTHING), maybe('Svcr', ANYTHING))),
  maybe('RltdAcct', ANYTHING),
  some('Intrst', ANYTHING),
  ['Bal', 1, MANY, BALANCE],
  maybe('TxsSummry', ANYTHING),
  some('Ntry', ENTRY),
  maybe('AddtlStmtInf', max(500)),
);

/** A message's name space and the element in its `Document`. */
export interface MessageFormat {
  readonly namespace: string;
  readonly document: ElementRule;
}

/** Bank to customer statement. */
export const CAMT_053: MessageFormat = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
  document: of(
    one(
      'BkToCstmrStmt',
      of(
        one(
          'GrpHdr',
          of(
            one('MsgId', ID_35),
            one('CreDtTm', TIME),
            ...['MsgRcpt', 'MsgPgntn', 'OrgnlBizQry'].map((name) => maybe(name, ANYTHING)),
            maybe('AddtlInf', max(500)),
          ),
        ),
        ['Stmt', 1, MANY, STATEMENT],
        some('SplmtryData', ANYTHING),
      ),
    ),
  ),
};

const PAYMENT_TYPE = of(
  maybe('InstrPrty', { text: /^(?:HIGH|NORM)$/ }),
  some('SvcLvl', ANYTHING),
  maybe('LclInstrm', CODE),
  maybe('CtgyPurp', ANYTHING),
);
const TRANSFER = of(
  one('PmtId', of(maybe('InstrId', ID_35), one('EndToEndId', ID_35), maybe('UETR', max(36)))),
  maybe('PmtTpInf', PAYMENT_TYPE),
  one('Amt', choice(maybe('InstdAmt', AMOUNT), maybe('EqvtAmt', ANYTHING))),
  ...['XchgRateInf', 'ChrgBr', 'ChqInstr', 'UltmtDbtr', 'IntrmyAgt1', 'IntrmyAgt1Acct', 'IntrmyAgt2'].map(
    (name) => maybe(name, ANYTHING),
  ),
  ...['IntrmyAgt2Acct', 'IntrmyAgt3', 'IntrmyAgt3Acct'].map((name) => maybe(name, ANYTHING)),
  maybe('CdtrAgt', AGENT),
  maybe('CdtrAgtAcct', accountWith()),
  maybe('Cdtr', PARTY),
  maybe('CdtrAcct', accountWith()),
  maybe('UltmtCdtr', PARTY),
  some('InstrForCdtrAgt', ANYTHING),
  ...['InstrForDbtrAgt', 'Purp'].map((name) => maybe(name, ANYTHING)),
  some('RgltryRptg', ANYTHING, 10),
  maybe('Tax', ANYTHING),
  some('RltdRmtInf', ANYTHING, 10),
  maybe('RmtInf', REMITTANCE),
  some('SplmtryData', ANYTHING),
);
const PAYMENT_INFORMATION = of(
  one('PmtInfId', ID_35),
  one('PmtMtd', { text: /^(?:CHK|TRF|TRA)$/ }),
  maybe('BtchBookg', FLAG),
  maybe('NbOfTxs', COUNT),
  maybe('CtrlSum', SUM),
  maybe('PmtTpInf', PAYMENT_TYPE),
  one('ReqdExctnDt', WHEN),
  maybe('PoolgAdjstmntDt', DAY),
  one('Dbtr', PARTY),
  one('DbtrAcct', accountWith()),
  one('DbtrAgt', AGENT),
  ...['DbtrAgtAcct', 'InstrForDbtrAgt', 'UltmtDbtr', 'ChrgBr', 'ChrgsAcct', 'ChrgsAcctAgt'].map((name) =>
    maybe(name, ANYTHING),
  ),
  ['CdtTrfTxInf', 1, MANY, TRANSFER],
);

/** Customer credit transfer initiation. */
export const PAIN_001: MessageFormat = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  document: of(
    one(
      'CstmrCdtTrfInitn',
      of(
        one(
          'GrpHdr',
          of(
            one('MsgId', ID_35),
            one('CreDtTm', TIME),
            some('Authstn', ANYTHING, 2),
            one('NbOfTxs', COUNT),
            maybe('CtrlSum', SUM),
            one('InitgPty', PARTY),
            maybe('FwdgAgt', ANYTHING),
          ),
        ),
        ['PmtInf', 1, MANY, PAYMENT_INFORMATION],
        some('SplmtryData', ANYTHING),
      ),
    ),
  ),
};
