import type { Fill, FillParty, Order, Outcome } from '@tarazu/core';
import { writeText } from './journal-text.ts';

/**
 * The outcome as `writeText` writes it, and `readText` reads it. The outcome of an order, which is nearly every one, is written without
 * walking it.
 */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok || outcome.type !== 'order') return writeText(outcome);
  let fills = '';
  for (const fill of outcome.fills) fills += fills === '' ? fillText(fill) : `,${fillText(fill)}`;
  return `{"ok":true,"type":"order","order":${orderText(outcome.order)},"fills":[${fills}]}`;
}

function orderText(order: Order): string {
  return (
    `{"id":${order.id},"accountId":${order.accountId},"lane":"${order.lane}","instrumentId":${JSON.stringify(order.instrumentId)}` +
    `,"clientId":${JSON.stringify(order.clientId)},"side":"${order.side}","type":"${order.type}","validity":"${order.validity}"` +
    `,"priceLimit":"#${order.priceLimit}","quantity":"#${order.quantity}","quantityFilled":"#${order.quantityFilled}"` +
    `,"turnoverTaken":"#${order.turnoverTaken}","turnoverMade":"#${order.turnoverMade}","charges":${writeText(order.charges)}` +
    `,"fillCount":${order.fillCount},"ruleVersion":${JSON.stringify(order.ruleVersion)},"spotFeeTier":${order.spotFeeTier}` +
    `,"priority":${order.priority},"placedAtMs":${order.placedAtMs}${intradayText(order)}${termsText(order)},"state":${stateText(order.state)}}`
  );
}

function intradayText({ intraday }: Order): string {
  return intraday === undefined ? '' : `,"intraday":${writeText(intraday)}`;
}

function termsText({ terms }: Order): string {
  return terms === undefined ? '' : `,"terms":${writeText(terms)}`;
}

function stateText(state: Order['state']): string {
  if (state.name === 'open' || state.name === 'partial')
    return `{"name":"${state.name}","held":"#${state.held}"}`;
  return writeText(state);
}

function fillText(fill: Fill): string {
  return (
    `{"sequence":${fill.sequence},"index":${fill.index},"lane":"${fill.lane}","instrumentId":${JSON.stringify(fill.instrumentId)}` +
    `,"price":"#${fill.price}","quantity":"#${fill.quantity}","value":"#${fill.value}","atMs":${fill.atMs}` +
    `,"takerSide":"${fill.takerSide}","taker":${partyText(fill.taker)},"maker":${partyText(fill.maker)}}`
  );
}

function partyText(party: FillParty): string {
  if (party.house) return '{"house":true}';
  const { accountId, orderId, charges, profitRealised } = party;
  return `{"house":false,"accountId":${accountId},"orderId":${orderId},"charges":"#${charges}","profitRealised":"#${profitRealised}"}`;
}
