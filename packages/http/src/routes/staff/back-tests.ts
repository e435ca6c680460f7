import type { BackTest } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { outcomes } from '@portcullis/domain/checks';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { Count, nullable, Ordinal, ReasonCodec, Sha256, Timestamp } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';
import { DraftParams, draftReadRoute, draftWriteRoute } from './policy-drafts.ts';

const change = { from: oneOf(outcomes), to: oneOf(outcomes) };

const BackTestBody = t.intersection(
  [
    t.type({
      object: t.literal('back_test'),
      status: oneOf(['running', 'done', 'interrupted']),
      revision: Ordinal,
      digest: Sha256,
      judged: Count,
      unjudged: Count,
      started_at: Timestamp,
      finished_at: nullable(Timestamp),
      matrix: t.readonlyArray(t.type({ ...change, count: Count })),
      newly: t.readonlyArray(t.type({ reason: ReasonCodec, comes: Count, goes: Count })),
      examples: t.readonlyArray(t.type({ ...change, profile_ids: t.readonlyArray(IdCodec) })),
    }),
    t.partial({ damaged: Count }),
  ],
  'BackTest',
);

const backTestBody = ({ findings, ...test }: BackTest): t.TypeOf<typeof BackTestBody> => ({
  object: 'back_test',
  status: test.state,
  revision: test.revision,
  digest: test.digest,
  judged: findings.judged,
  unjudged: findings.unjudged,
  ...(findings.damaged !== undefined && { damaged: findings.damaged }),
  started_at: test.startedAt,
  finished_at: test.finishedAt,
  matrix: findings.cells,
  newly: findings.reasons,
  examples: findings.examples.map(({ from, profileIds, to }) => ({ from, to, profile_ids: profileIds })),
});

/** Try a draft over decisions that were made. */
export const startBackTest = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/back-test',
  id: 'startBackTest',
  params: DraftParams,
  responses: [{ status: 202, body: BackTestBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.startBackTest({ caller, id: params.id }),
      TE.map((test) => ({ status: 202, body: { ...backTestBody(test), examples: [] } })),
    ),
});

/** The newest back-test of a draft. */
export const readBackTest = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts/:id/back-test',
  id: 'readBackTest',
  showsRecords: true,
  params: DraftParams,
  responses: [{ status: 200, body: BackTestBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.readBackTest({ caller, id: params.id }),
      TE.map((test) => ({
        status: 200,
        body: backTestBody(test),
        profileIds: test.findings.examples.flatMap(({ profileIds }) => profileIds),
      })),
    ),
});
