import type { IdentityReason, PhotoSide } from '@tarazu/protocol';
import type { CaseRow } from '#domains/identity/store.ts';

/**
 * The seam of the staff console: the queue of identity. Whoever calls it has checked
 * who the member of staff is and what they may do. Here each look and each decision
 * is written down with their id. To whom it is about, or who is linked to that
 * person, the case is not there; nobody decides about an appeal against themselves.
 */
export interface IdentityReview {
  /** Waiting: those due first, first. Decided: the newest first. Undefined for a cursor that no list gave. */
  list(page: {
    readonly state: 'waiting' | 'decided';
    readonly cursor?: string | undefined;
    /** At most 100. */
    readonly limit: number;
  }): Promise<{ readonly list: readonly ReviewListed[]; readonly next?: string } | undefined>;
  /** Takes the case: the published rules leave it alone from now on. Undefined where there is none. */
  open(caseId: string, by: Staff): Promise<ReviewCase | undefined>;
  /** One photo as JPEG, as it was encoded anew. */
  photo(caseId: string, side: PhotoSide, by: Staff): Promise<Buffer | undefined>;
  /** The numbers in full; of an Aadhaar card there is none. */
  numbers(caseId: string, by: Staff): Promise<ReviewNumbers | undefined>;
  decide(caseId: string, by: Staff, verdict: Verdict): Promise<ReviewOutcome>;
}

/** `over`: decided meanwhile, or there is none. `own`: about themselves, or what they decided themselves. */
export type ReviewOutcome =
  | { readonly ok: true; readonly decided: ReviewListed }
  | { readonly ok: false; readonly problem: 'over' | 'own' };

export interface Staff {
  /** The number that others see. */
  readonly staffId: string;
  readonly nowMs: number;
}

/** No reason means that the documents pass. The note is for staff, and for the log. */
export interface Verdict {
  readonly reasons: readonly IdentityReason[];
  readonly note: string;
}

export interface ReviewListed {
  readonly caseId: string;
  readonly loginId: number;
  readonly state: CaseRow['state'];
  readonly stage: CaseRow['stage'];
  readonly country: CaseRow['country'];
  readonly documentType: CaseRow['document_type'];
  readonly submittedAtMs: number;
  readonly dueAtMs: number;
  /** The member of staff who has opened it last. */
  readonly takenBy: string | undefined;
  readonly decidedBy: string | undefined;
  readonly decidedAtMs: number | undefined;
  readonly reasons: readonly IdentityReason[];
}

export interface ReviewNumbers {
  readonly documentNumber: string | undefined;
  readonly taxNumber: string | undefined;
}

export interface ReviewCase extends ReviewListed {
  readonly fullName: string;
  readonly birthDate: string;
  readonly expiresOn: string | undefined;
  readonly place: string | undefined;
  readonly numberMasked: string;
  readonly taxNumberMasked: string | undefined;
  readonly photos: readonly {
    readonly side: PhotoSide;
    /** Pixels as the person sent it. */
    readonly width: number;
    readonly height: number;
  }[];
  /** Verdict of the published rules. */
  readonly reasonsByRules: readonly IdentityReason[];
  /** The person's own words, of an appeal. */
  readonly appeal: string | undefined;
  /** The one who decided before the appeal. */
  readonly firstDecidedBy: string | undefined;
  /** Everything that staff did with it, oldest first. */
  readonly acts: readonly ReviewAct[];
}

export interface ReviewAct {
  readonly staffId: string;
  readonly act: 'open' | 'photo' | 'number' | 'decide';
  readonly detail: string | undefined;
  readonly atMs: number;
}
