import { type LedgerEntry, pipe, type TaskEither, TE } from '@portcullis/domain';
import { reasonCodes } from '@portcullis/domain/checks';
import { closedObject, integer, multilineText, oneOf, plainText, schemaCodec } from '@portcullis/domain/kernel';
import type { EntryKind } from '@portcullis/domain/ledger';
import { isReviewEvent, ReviewerIdCodec, statusEvents } from '@portcullis/domain/profile';
import { EventDataCodec, PartnerEventType, reasonForm, StepsCodec } from '@portcullis/domain/serialization';
import { entryExample, eventExample, statusEventExample } from '../descriptions/examples/history-examples.ts';
import { integerText, PointInTime, toTimestamp } from '../request/codecs.ts';
import { type HttpError, invalidRequest } from '../request/http-error.ts';
import {
  LedgerEntryBody,
  LedgerEntryList,
  ledgerEntryChunk,
  StatusEntryBody,
  statusEntryBody,
} from '../responses/ledger-body.ts';
import { endpoint } from './endpoint.ts';
import { pagedList } from './paged-list.ts';
import { ProfileParams } from './profiles.ts';

const maxVersion = 1_000_000_000;

/** The reviewer, by the partner's own id for its staff. Only the id remains after an erasure. */
const ReviewerCodec = closedObject({ id: ReviewerIdCodec }, { name: plainText(1, 100) }, 'reviewer');

export const ReviewReason = schemaCodec(
  'a reason code',
  (u): u is string => typeof u === 'string' && reasonForm.test(u),
  {
    anyOf: [
      { type: 'string', enum: reasonCodes },
      { type: 'string', pattern: reasonForm.source },
    ],
  },
);

/** Where an entry can be read: the page of the history that begins with it. */
const locationOf = ({ kind, profile_id, seq }: LedgerEntry) => ({
  Location: `/api/${kind === 'status_change' ? 'status' : 'verification'}_history/${profile_id}?after_seq=${seq - 1}&limit=1`,
});

const StatusEventBody = closedObject(
  { event: oneOf(statusEvents) },
  {
    reason: ReviewReason,
    note: multilineText(2000),
    steps: StepsCodec,
    reviewer: ReviewerCodec,
    expected_version: integer(1, maxVersion),
  },
  'StatusEvent',
);

/**
 * `expected_version` in the body and `If-Match` mean the same, so that they must have the same value when both are
 * given.
 */
const resolveExpectedVersion = (
  inBody: number | undefined,
  inHeader: number | null,
): TaskEither<HttpError, number | null> => {
  if (inBody !== undefined && inHeader !== null && inBody !== inHeader) {
    return TE.left(invalidRequest('body', [{ pointer: '/expected_version', message: 'differs from If-Match' }]));
  }
  return TE.right(inBody ?? inHeader);
};

export const postStatusEvent = endpoint({
  method: 'POST',
  path: '/api/status_history/:id',
  id: 'postStatusEvent',
  tag: 'Histories',
  summary: 'A status event: review, cancel, reopen, renew',
  description:
    'Which events a profile takes depends on its status; the refusal lists them in `allowed`. A review (`review_approved`, `review_declined`, `input_requested`) needs the scope `reviews:write` and names its `reviewer`; the other events need `status-history:write`.',
  access: 'machine',
  scope: 'status-history:write',
  otherScope: 'reviews:write',
  showsRecords: true,
  bodyScope: ({ event }) => (isReviewEvent(event) ? 'reviews:write' : 'status-history:write'),
  params: ProfileParams,
  profile: ({ id }) => id,
  reviewer: ({ reviewer }) => reviewer?.id ?? null,
  intent: 'status',
  ifMatch: true,
  body: { json: { machine: StatusEventBody, flow: StatusEventBody }, example: statusEventExample },
  responses: [
    {
      status: 201,
      description: 'The entry that was written, and the status that the profile has now.',
      body: StatusEntryBody,
      headers: ['Location'],
    },
  ],
  errors: [
    'invalid_transition',
    'consent_required',
    'biometrics_not_passed',
    'version_conflict',
    'validation_failed',
    'database_unavailable',
  ],
  run: ({ services }, { caller, params, snapshot, body, expectedVersion, operation }) =>
    pipe(
      resolveExpectedVersion(body.expected_version, expectedVersion),
      TE.flatMap((expected) =>
        services.postStatusEvent({
          caller,
          id: params.id,
          event: body.event,
          reason: body.reason ?? null,
          note: body.note ?? null,
          steps: body.steps ?? null,
          reviewer: body.reviewer ? { id: body.reviewer.id, name: body.reviewer.name ?? null } : null,
          expectedVersion: expected,
          snapshot,
          operation,
        }),
      ),
      TE.map(({ entry, profileStatus }) => ({
        status: 201,
        headers: locationOf(entry),
        body: statusEntryBody(entry, profileStatus),
      })),
    ),
});

const PartnerEventBody = closedObject(
  { type: PartnerEventType },
  { occurred_at: PointInTime, outcome: plainText(1, 100), data: EventDataCodec },
  'PartnerEvent',
);

export const appendVerificationEvent = endpoint({
  method: 'POST',
  path: '/api/verification_history/:id',
  id: 'appendVerificationEvent',
  tag: 'Histories',
  summary: "Append a partner's own event",
  description:
    'The type begins with `partner.`: what the service itself has seen, only the service records. `occurred_at`, `outcome` and `data` are kept in `personal`; the entry has the time at which it was written. It is chained like every other entry and never changes the status.',
  access: 'machine',
  scope: 'verification-history:write',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  intent: 'append',
  ifMatch: true,
  body: { json: { machine: PartnerEventBody, flow: PartnerEventBody }, example: eventExample },
  responses: [
    { status: 201, description: 'The entry that was written.', body: LedgerEntryBody, headers: ['Location'] },
  ],
  errors: ['version_conflict', 'change_limit_reached', 'validation_failed', 'database_unavailable'],
  run: ({ services }, { caller, params, snapshot, body, expectedVersion, operation }) =>
    pipe(
      services.appendVerificationEvent({
        caller,
        id: params.id,
        type: body.type,
        occurredAt: body.occurred_at === undefined ? null : toTimestamp(body.occurred_at),
        outcome: body.outcome ?? null,
        data: body.data ?? {},
        expectedVersion,
        snapshot,
        operation,
      }),
      TE.map((entry) => ({ status: 201, headers: locationOf(entry), body: entry })),
    ),
});

const HistoryQuery = closedObject(
  {},
  { after_seq: integerText(0, maxVersion), limit: integerText(1, 1000) },
  'history query',
);

const defaultPageSize = 100;
/** How many entries are read at a time. An entry of a partner takes up to 16 KiB, so that these are less than 2 MiB. */
const entriesPerRead = 100;

const readHistory = (path: string, kind: EntryKind, id: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    id,
    tag: 'Histories',
    summary,
    description:
      'Entries in order, each whole. Every field but `hash` and `personal` is hashed. Both kinds together are one chain: merge them by `seq` to verify it. A page of large entries ends before `limit`: hand `next_after_seq` back as `after_seq` until it is null. Entries that were changed in the database are left out: `damaged` counts them.',
    access: 'machine-or-staff',
    permission: 'reviews:read',
    scope: 'profiles:read',
    showsRecords: true,
    params: ProfileParams,
    profile: ({ id }) => id,
    query: HistoryQuery,
    responses: [
      {
        status: 200,
        description: 'A page of entries.',
        body: LedgerEntryList,
        example: { object: 'list', data: [{ ...entryExample, kind }], next_after_seq: null },
      },
    ],
    errors: ['database_unavailable'],
    run: ({ services }, { caller, params: { id }, query, reserve }) =>
      pagedList<number>(reserve, {
        cursorField: 'next_after_seq',
        from: query.after_seq ?? null,
        limit: query.limit ?? defaultPageSize,
        chunkSize: entriesPerRead,
        read: (after, limit) =>
          pipe(
            services.readHistory({ caller, id, kind, afterSeq: after ?? 0, limit }),
            TE.map((page) => ledgerEntryChunk(caller, page)),
          ),
      }),
  });

export const readStatusHistory = readHistory(
  '/api/status_history/:id',
  'status_change',
  'readStatusHistory',
  'The status changes of a profile',
);

export const readVerificationHistory = readHistory(
  '/api/verification_history/:id',
  'verification_event',
  'readVerificationHistory',
  'The verification events of a profile',
);
