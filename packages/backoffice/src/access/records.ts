import { pipe, type TaskEither, TE } from '@portcullis/domain';
import {
  canAccess,
  isVisibleTo,
  type ProfileId,
  type StaffPrincipal,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { LedgerReader } from '@portcullis/domain/ports';
import { newestEntry } from '@portcullis/domain/use-cases';
import type { PolicyDraft } from '../ports/policy-drafts.ts';
import type { QueuePage, QueuePosition, ReviewQueue } from '../ports/review-queue.ts';
import { ownerOfAdministration } from './administration-event.ts';

// What a request of staff reads from the stores beside profiles, it reads here, for a caller who was identified.

/** The profiles in review that a member of staff may access, those that wait longest before. */
export const queueFor = (
  { reviewQueue }: { readonly reviewQueue: ReviewQueue },
  caller: StaffPrincipal,
  after: QueuePosition | null,
  limit: number,
  among?: readonly ProfileId[],
): TaskEither<Unavailable, QueuePage> =>
  pipe(
    reviewQueue.page(caller.tenant, after, limit, among),
    TE.map((page) => ({ ...page, queued: page.queued.filter(({ profile }) => canAccess(caller, profile)) })),
  );

/** Reads the newest entry of the ledger of a draft. A draft of another partner has none. */
export const newestEntryOf = (
  { ledgerReader }: { readonly ledgerReader: LedgerReader },
  { tenant }: StaffPrincipal,
  { id, partnerId, version }: PolicyDraft,
): TaskEither<Unavailable, LedgerEntry | null> =>
  partnerId === tenant.partnerId
    ? pipe(
        ledgerReader.entries(id, { afterSeq: version - 1, limit: 1 }),
        TE.map(([entry]) => entry ?? null),
      )
    : TE.right(null);

/**
 * Reads the newest entry of the ledger of something that staff look after and whose row is damaged: such a row cannot
 * be trusted on its owner, and the ledger says it. Something of another tenant has none.
 */
export const newestEntryOfDamaged = (
  deps: { readonly ledgerReader: LedgerReader },
  { tenant }: StaffPrincipal,
  { id }: { readonly id: string },
): TaskEither<Unavailable, LedgerEntry | null> =>
  pipe(
    newestEntry(deps, id),
    TE.map((newest) => (newest !== null && isVisibleTo(tenant, ownerOfAdministration(newest)) ? newest : null)),
  );
