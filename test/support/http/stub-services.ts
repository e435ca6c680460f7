import { E, type LedgerEntry, notFound, type Profile, type ProfileView, TE } from '@portcullis/domain';
import { invalidToken, scopes, type TokenPrincipal, tokenExpired, usualChallenge } from '@portcullis/domain/kernel';
import type { AnalysisView, LivenessResultView } from '@portcullis/domain/use-cases';
import type { FeedEvent } from '@portcullis/events/ports';
import type { Services } from '@portcullis/http';
import { anAssurance, aSnapshot } from '../builders/profiles.ts';
import { idempotencyInMemory } from '../services/idempotency-in-memory.ts';
import { endpointServices } from '../webhooks/the-endpoint.ts';
import { theExplanation } from './explanation.ts';
import { theSettings } from './settings.ts';
import { flowServices, stubTokens } from './stub-tokens.ts';
import { checkpointServices } from './the-checkpoint.ts';
import { clientServices } from './the-clients.ts';
import { healthServices } from './the-health.ts';
import { listServices } from './the-lists.ts';
import { operationsServices } from './the-operations.ts';
import { policyServices } from './the-policies.ts';
import { reviewServicesOf } from './the-reviews.ts';
import { staffServices } from './the-staff.ts';

export const ada = 'ada000000000001';
export const bob = 'bob000000000002';
export const fileId = 'file00000000001';
export const sessionId = '0b8b5c1e-6f0d-4a55-9d0c-3a1c2b4d5e6f';
const at = '2026-05-04T09:30:00.000Z';

const tenant = { partnerId: 'acme', teamId: null };

const machine: TokenPrincipal = { kind: 'machine', clientId: 'acme-backend', tenant, scopes: [...scopes] };
const flow: TokenPrincipal = { kind: 'flow', profileId: ada, tenant, generation: 1, tokenId: 'token-1' };

/** Bearer tokens of the stand-in token service. A machine token of one scope is `only.<scope>`, a dot for the colon. */
const callers: { readonly [token: string]: TokenPrincipal } = {
  machine,
  flow,
  'flow-of-bob': { kind: 'flow', profileId: bob, tenant, generation: 1, tokenId: 'token-2' },
  ...Object.fromEntries(
    scopes.map((scope) => [
      `only.${scope.replace(':', '.')}`,
      { kind: 'machine', clientId: 'narrow', tenant, scopes: [scope] } as const,
    ]),
  ),
};

const consent = {
  kind: 'consent',
  attempt: 1,
  at,
  textVersion: '2026-01',
  locale: 'en',
  granted: true,
} as const;

export const theEvent: FeedEvent = {
  place: 3,
  row: 'entry0000000001',
  tenant,
  event: {
    type: 'profile.approved',
    at,
    profileId: ada,
    version: 9,
    status: 'approved',
    previousStatus: 'processing',
    reasons: [],
  },
};

export const theProfile: Profile = {
  id: ada,
  tenant,
  reference: 'customer-1',
  current: true,
  status: 'requires_input',
  statusReasons: ['document_blurry', 'mrz_print_mismatch'],
  policy: { id: 'standard', version: '1' },
  attempt: { number: 2, max: 3 },
  askedSteps: ['document_front'],
  linkGeneration: 1,
  claimed: { first_name: 'Ada', country: 'GB' },
  evidence: [consent],
  checks: [],
  decision: {
    outcome: 'retry',
    reasons: ['document_blurry'],
    policy: { id: 'standard', version: '1' },
    policyDigest: 'b2'.repeat(32),
    engine: 1,
    evidenceDigest: 'd1'.repeat(32),
    evidenceCount: 4,
    attempt: 1,
    askedSteps: null,
    decidedBy: { type: 'system', id: 'portcullis' },
    seq: 6,
    at,
  },
  language: 'en',
  metadata: { plan: 'basic' },
  redirectUrl: null,
  salt: 'a secret salt',
  scenario: 'approve',
  previousProfileId: null,
  applied: [],
  version: 7,
  ledgerHead: 'the head of the ledger',
  createdAt: at,
  updatedAt: at,
  expiresAt: '2026-05-11T09:30:00.000Z',
  processingEndsAt: null,
  decidedAt: null,
  lapsesAt: null,
  waitingSince: null,
  erasesAt: null,
  erasureAnnouncedAt: null,
  retainedUntil: null,
};

export const theView: ProfileView = {
  profile: theProfile,
  assurance: anAssurance,
  paths: [],
  requirements: [
    { step: 'consent', state: 'accepted', reasons: [] },
    { step: 'document_front', state: 'rejected', reasons: ['document_blurry', 'mrz_print_mismatch'] },
  ],
  document: {
    type: 'passport',
    issuingCountry: 'GBR',
    fields: { last_name: { value: 'LOVELACE', sources: [{ source: 'mrz', value: 'LOVELACE' }], agreement: 'single' } },
  },
  checks: [
    {
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      score: 98,
      threshold: 75,
      source: 'provider',
      observed_at: at,
      evidence: [2],
    },
  ],
  consent,
  files: [
    {
      id: fileId,
      kind: 'document_front',
      contentType: 'image/jpeg',
      size: 3,
      sha256: 'ab'.repeat(32),
      contentSha256: 'cd'.repeat(32),
      attempt: 1,
      superseded: true,
      createdAt: at,
    },
  ],
};

export const theEntry: LedgerEntry = {
  id: 'entry0000000001',
  profile_id: ada,
  seq: 7,
  kind: 'status_change',
  type: 'review_declined',
  from: 'in_review',
  to: 'declined',
  reasons: ['review_declined'],
  actor: { type: 'reviewer', id: 'acme-backend' },
  data: { reason: 'other_person' },
  personal: { note: 'Not the same person.' },
  occurred_at: at,
  recorded_at: at,
  prev_hash: '0'.repeat(64),
  hash: 'f'.repeat(64),
};

export const theResult: LivenessResultView = {
  sessionId,
  profileId: ada,
  status: 'succeeded',
  live: false,
  confidence: 12.5,
  threshold: 75,
  referenceImageFileId: fileId,
  profileStatus: 'declined',
  language: 'en',
  reasons: ['liveness_low_score', 'liveness_attack'],
};

export const theAnalysis: AnalysisView = {
  id: 'analysis0000001',
  profileId: ada,
  model: 'local-mrz-1',
  document: theView.document ?? { type: null, issuingCountry: null, fields: {} },
  mrz: {
    format: 'TD3',
    lines: ['P<GBRLOVELACE', 'X'],
    valid: true,
    checkDigits: [{ field: 'composite', valid: true }],
    repairs: [{ line: 1, column: 3, before: 'O', after: '0' }],
  },
  barcode: null,
  signals: [{ code: 'document_blurry', confidence: 0.9 }],
  checks: theView.checks,
  reasons: ['document_blurry', 'document_tampered'],
  usage: { inputTokens: 10, outputTokens: 20 },
  profileStatus: 'in_progress',
  language: 'en',
  createdAt: at,
};

export const theLink = {
  url: `https://verify.example/verify/${ada}#token=abc`,
  token: 'abc',
  expiresAt: '2026-05-04T10:30:00.000Z',
};

const theFile = { size: 3, content: TE.right({ contentType: 'image/jpeg', bytes: Uint8Array.of(1, 2, 3) }) };

const known = <A>(id: string, value: A) => (id === ada ? TE.right(value) : TE.left(notFound));

/**
 * Answers services that return constants, so that a test over them covers the HTTP layer alone. Each can be replaced,
 * and those that a test does not need should not be called in it.
 */
export const stubServices = (replaced: Partial<Services> = {}): Services => ({
  verifyToken: (token) => async () => {
    if (token === 'expired') return E.left(tokenExpired);
    const caller = callers[token];
    return caller ? E.right(caller) : E.left(invalidToken);
  },
  ...stubTokens,
  ...staffServices,
  authorizeProfile: ({ id }) => known(id, aSnapshot(theProfile)),
  withIdempotencyKey: idempotencyInMemory(),
  createProfile: () => TE.right({ outcome: 'created', view: theView, link: theLink }),
  getProfile: ({ id }) => known(id, theView),
  eraseProfile: ({ id }) => known(id, theProfile),
  takeBackErasure: ({ id }) => known(id, theProfile),
  listProfiles: () => TE.right({ items: [theView], next: 'cursor-2' }),
  updateProfile: ({ id }) => known(id, theView),
  openLivenessSession: ({ profileId, challenge = usualChallenge }) =>
    known(profileId, {
      sessionId,
      profileId,
      clientParameters: { region: 'eu-west-1', challenge },
      expiresAt: at,
      serverTime: at,
    }),
  readLivenessResult: ({ sessionId: asked }) => (asked === sessionId ? TE.right(theResult) : TE.left(notFound)),
  analyzeDocument: ({ profileId }) => known(profileId, theAnalysis),
  submitLivenessCapture: ({ sessionId: asked }) =>
    asked === sessionId ? TE.right({ profileId: theProfile.id }) : TE.left(notFound),
  issueBrowserCredentials: ({ profileId }) =>
    known(profileId, {
      clientParameters: {
        access_key_id: 'ASIA',
        secret_access_key: 'secret',
        session_token: 'session',
        expiration: at,
        region: 'eu-west-1',
      },
      serverTime: at,
    }),
  readSettings: () => TE.right(theSettings),
  postStatusEvent: ({ id }) => known(id, { entry: theEntry, profileStatus: 'declined', profile: theProfile }),
  appendVerificationEvent: ({ id }) => known(id, theEntry),
  explainDecision: ({ id }) => known(id, theExplanation),
  readHistory: ({ id, limit }) =>
    known(id, { entries: [theEntry], damaged: [], next: limit === 1 ? theEntry.seq : null }),
  readAccessLog: () => TE.right({ lines: [], damaged: [], next: null }),
  followEvents: () => TE.right({ events: [theEvent], next: 3, hasMore: false, damaged: 0 }),
  renewFlowToken: ({ id }) => known(id, theLink),
  readFile: ({ id, fileId: asked }) => known(asked === fileId ? id : '', theFile),
  ...checkpointServices,
  ...clientServices,
  ...listServices,
  ...policyServices,
  ...operationsServices,
  ...endpointServices,
  ...healthServices,
  ...flowServices,
  ...reviewServicesOf(theProfile),
  ...replaced,
});
