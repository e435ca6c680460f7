import { type DomainError, unavailable } from '@portcullis/domain';
import { changeLimitReached, endpointLimitReached, storageFull } from '@portcullis/domain/kernel';

/** An error, and the problem with which it is answered. */
export type ExpectedProblem = readonly [
  error: DomainError,
  status: number,
  code: string,
  retryable: boolean,
  more?: { readonly [field: string]: unknown },
  headers?: { readonly [name: string]: string },
];

const changesHad =
  'This profile has had its 500 changes. Nothing of this request was recorded. It ends at 2026-05-08T10:00:00.000Z. A create with force_new begins a new profile of the reference, unless checks or a review are under way; a review, a cancellation, an erasure and a withdrawal of consent by itself are still possible.';

/** What is answered when a profile or a partner has used up what it may. */
export const quotaProblems: readonly ExpectedProblem[] = [
  [
    storageFull('profile', 60_000_000),
    413,
    'profile_storage_full',
    false,
    {
      detail:
        'The files of one profile take at most 60000000 bytes, and this one would take more. Nothing of this request was recorded. When this profile is canceled, the next create begins a new one.',
    },
  ],
  [
    storageFull('tenant', 1000),
    413,
    'tenant_storage_full',
    false,
    {
      detail:
        'The files of one partner take at most 1000 bytes in all, and with this one they would take more. Nothing of this request was recorded. It ends when profiles are erased, or when whoever runs this service allows more.',
    },
  ],
  [
    endpointLimitReached(20),
    409,
    'endpoint_limit_reached',
    false,
    {
      detail:
        'A partner has at most 20 webhook endpoints, those of its teams together. Delete one that is not needed any more.',
    },
  ],
  [changeLimitReached(500, '2026-05-08T10:00:00.000Z'), 409, 'change_limit_reached', false, { detail: changesHad }],
  [
    changeLimitReached(500, null),
    409,
    'change_limit_reached',
    false,
    { detail: changesHad.replace(' It ends at 2026-05-08T10:00:00.000Z.', '') },
  ],
  [
    unavailable('document_reader', 'used up', 'budget_exhausted', 3600),
    429,
    'provider_budget_exhausted',
    true,
    {
      detail:
        'The partner has had its calls of this day (UTC) to this provider. It ends at midnight UTC, or when whoever runs this service allows more.',
    },
    { 'retry-after': '3600' },
  ],
];
