import type { Fill, FillParty, Order, Outcome } from '@tarazu/core';
import { writeText } from '@tarazu/core';
import { ByteText } from './byte-text.ts';

/** The outcome as `writeText` writes it, and `readText` reads it. */
export function outcomeText(outcome: Outcome): string {
  const text = new ByteText();
  writeOutcome(text, outcome);
  return text.toString();
}

/** The outcome of an order, which is nearly every one, is written without walking it. */
export function writeOutcome(to: ByteText, outcome: Outcome): void {
  if (!outcome.ok || outcome.type !== 'order') {
    to.text(writeText(outcome));
    return;
  }
  to.text('{"ok":true,"type":"order","order":');
  writeOrder(to, outcome.order);
  to.text(',"fills":[');
  let isFirst = true;
  for (const fill of outcome.fills) {
    if (!isFirst) to.text(',');
    isFirst = false;
    writeFill(to, fill);
  }
  to.text(']}');
}

function writeOrder(to: ByteText, order: Order): void {
  to.text('{"id":').number(order.id).text(',"accountId":').number(order.accountId);
  to.text(',"environment":').quoted(order.environment).text(',"instrumentId":').quoted(order.instrumentId);
  to.text(',"clientId":').quoted(order.clientId).text(',"side":').quoted(order.side);
  to.text(',"type":').quoted(order.type).text(',"validity":').quoted(order.validity);
  writeInteger(to, ',"priceLimit":"#', order.priceLimit);
  writeInteger(to, ',"quantity":"#', order.quantity);
  writeInteger(to, ',"quantityFilled":"#', order.quantityFilled);
  writeInteger(to, ',"turnoverTaken":"#', order.turnoverTaken);
  writeInteger(to, ',"turnoverMade":"#', order.turnoverMade);
  to.text(',"charges":').text(writeText(order.charges)).text(',"fillCount":').number(order.fillCount);
  to.text(',"ruleVersion":').quoted(order.ruleVersion).text(',"spotFeeTier":').number(order.spotFeeTier);
  to.text(',"priority":').number(order.priority).text(',"placedAtMs":').number(order.placedAtMs);
  if (order.intraday !== undefined) to.text(',"intraday":').text(writeText(order.intraday));
  if (order.agent !== undefined) to.text(',"agent":').quoted(order.agent);
  if (order.terms !== undefined) to.text(',"terms":').text(writeText(order.terms));
  writeState(to, order.state);
  to.text('}');
}

function writeState(to: ByteText, state: Order['state']): void {
  if (state.name === 'open' || state.name === 'partial') {
    to.text(',"state":{"name":').quoted(state.name);
    writeInteger(to, ',"held":"#', state.held);
    to.text('}');
  } else to.text(',"state":').text(writeText(state));
}

function writeFill(to: ByteText, fill: Fill): void {
  to.text('{"sequence":').number(fill.sequence).text(',"index":').number(fill.index);
  to.text(',"environment":').quoted(fill.environment).text(',"instrumentId":').quoted(fill.instrumentId);
  writeInteger(to, ',"price":"#', fill.price);
  writeInteger(to, ',"quantity":"#', fill.quantity);
  writeInteger(to, ',"value":"#', fill.value);
  to.text(',"atMs":').number(fill.atMs).text(',"takerSide":').quoted(fill.takerSide);
  writeParty(to, ',"taker":', fill.taker);
  writeParty(to, ',"maker":', fill.maker);
  to.text('}');
}

function writeParty(to: ByteText, name: string, party: FillParty): void {
  to.text(name);
  if (party.house) {
    to.text('{"house":true}');
    return;
  }
  to.text('{"house":false,"accountId":').number(party.accountId).text(',"orderId":').number(party.orderId);
  writeInteger(to, ',"charges":"#', party.charges);
  writeInteger(to, ',"profitRealised":"#', party.profitRealised);
  to.text('}');
}

/** `name` goes as far as the mark of an integer: the text is ended here. */
function writeInteger(to: ByteText, name: string, value: bigint): void {
  to.text(name).bigint(value).text('"');
}

/**
 * An outcome as it is written since format 2 of the journal:
 * before, orders and fills named their environment `lane`.
 */
export function presentOutcomeText(written: string): string {
  return written.replaceAll('"lane":', '"environment":');
}
