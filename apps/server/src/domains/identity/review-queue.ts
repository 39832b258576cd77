import type { PhotoSide } from '@tarazu/protocol';
import { findPictures } from '#domains/identity/picture-store.ts';
import type {
  IdentityReview,
  ReviewCase,
  ReviewListed,
  ReviewOutcome,
  Staff,
  Verdict,
} from '#domains/identity/review.ts';
import {
  listActs,
  listForReview,
  type ReviewCursor,
  takeCase,
  writeAct,
} from '#domains/identity/review-store.ts';
import { decideCase, reasonsByRules } from '#domains/identity/service/decide.ts';
import type { IdentityParts } from '#domains/identity/service/parts.ts';
import { factsOf } from '#domains/identity/service/sealed-facts.ts';
import { type CaseRow, findCase } from '#domains/identity/store.ts';
import { isLinkedPublicly } from '#domains/staff/index.ts';

const LIMIT_MAX = 100;
const FIRST: Readonly<Record<'waiting' | 'decided', ReviewCursor>> = {
  waiting: { atMs: 0, caseId: '' },
  // The end of the times that a date of JavaScript can say.
  decided: { atMs: 8_640_000_000_000_000 / 1_000, caseId: '' },
};

export function identityReview(parts: IdentityParts): IdentityReview {
  const { pool, keys, files } = parts;
  /** A look that cannot be written down is not had, nor one at oneself. */
  const withRow = async <Seen>(
    caseId: string,
    act: Staff & { readonly act: 'open' | 'photo' | 'number'; readonly detail?: string },
    see: (row: CaseRow) => Promise<Seen>,
  ): Promise<Seen | undefined> => {
    const row = await findCase(pool, caseId);
    if (row === undefined) return undefined;
    if (await isLinkedPublicly(pool, act.staffId, row.login_id)) return undefined;
    await writeAct(pool, caseId, act);
    return await see(row);
  };
  return {
    list: (page) => listPage(parts, page),
    open: (caseId, by) =>
      withRow(caseId, { ...by, act: 'open' }, async () => {
        await takeCase(pool, caseId, by.staffId);
        const taken = await findCase(pool, caseId);
        return taken && (await wholeCase(parts, taken));
      }),
    photo: (caseId, side, by) =>
      withRow(caseId, { ...by, act: 'photo', detail: side }, (row) => files.read(photoIds(row)[side])),
    numbers: (caseId, by) =>
      withRow(caseId, { ...by, act: 'number' }, async (row) => {
        const facts = factsOf(keys, row);
        return { documentNumber: facts?.documentNumber, taxNumber: facts?.taxNumber };
      }),
    decide: (caseId, by, verdict) => decideAsStaff(parts, { caseId, by, verdict }),
  };
}

function photoIds(row: CaseRow): Readonly<Record<PhotoSide, string>> {
  return { front: row.front_id, reverse: row.reverse_id, selfie: row.selfie_id };
}

async function listPage(
  { pool }: IdentityParts,
  page: Parameters<IdentityReview['list']>[0],
): ReturnType<IdentityReview['list']> {
  const after = page.cursor === undefined ? FIRST[page.state] : cursorOf(page.cursor);
  if (after === undefined) return undefined;
  const limit = Math.min(LIMIT_MAX, page.limit);
  const rows = await listForReview(pool, { state: page.state, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const atMs = (page.state === 'waiting' ? last?.due_at : last?.decided_at)?.getTime();
  const next = rows.length > limit && last ? { next: `${atMs}_${last.case_id}` } : {};
  return { list: shown.map(listed), ...next };
}

function cursorOf(text: string): ReviewCursor | undefined {
  const match = /^(\d{1,15})_([0-9a-z]{26})$/.exec(text);
  return match?.[2] === undefined ? undefined : { atMs: Number(match[1]), caseId: match[2] };
}

function listed(row: CaseRow): ReviewListed {
  return {
    caseId: row.case_id,
    loginId: row.login_id,
    state: row.state,
    stage: row.stage,
    country: row.country,
    documentType: row.document_type,
    submittedAtMs: row.submitted_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    takenBy: row.taken_by ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedAtMs: row.decided_at?.getTime(),
    reasons: row.reasons,
  };
}

async function wholeCase(parts: IdentityParts, row: CaseRow): Promise<ReviewCase> {
  const { pool, keys } = parts;
  const facts = factsOf(keys, row);
  const ids = photoIds(row);
  const pictures = await findPictures(pool, Object.values(ids));
  return {
    ...listed(row),
    fullName: facts?.fullName ?? '',
    birthDate: facts?.birthDate ?? '',
    expiresOn: facts?.expiresOn,
    place: facts?.place,
    numberMasked: row.number_masked,
    taxNumberMasked: row.tax_number_masked ?? undefined,
    photos: Array.from(pictures.values(), ({ side, width, height }) => ({ side, width, height })),
    reasonsByRules: (await reasonsByRules(parts, row, pool)) ?? [],
    appeal: row.appeal_sealed === null ? undefined : keys.unseal(row.case_id, row.appeal_sealed),
    firstDecidedBy: row.first_decided_by ?? undefined,
    acts: await listActs(pool, row.case_id),
  };
}

async function decideAsStaff(
  parts: IdentityParts,
  asked: { readonly caseId: string; readonly by: Staff; readonly verdict: Verdict },
): Promise<ReviewOutcome> {
  const { caseId, by, verdict } = asked;
  const { reasons, note } = verdict;
  let isOwn = false;
  const decided = await decideCase(parts, caseId, async (row, on) => {
    isOwn = row.first_decided_by === by.staffId || (await isLinkedPublicly(on, by.staffId, row.login_id));
    if (isOwn) return undefined;
    const detail = JSON.stringify({ reasons, note });
    await writeAct(on, caseId, { ...by, act: 'decide', detail });
    return { by: by.staffId, reasons, nowMs: by.nowMs };
  });
  if (decided !== undefined) return { ok: true, decided: listed(decided) };
  return { ok: false, problem: isOwn ? 'own' : 'over' };
}
