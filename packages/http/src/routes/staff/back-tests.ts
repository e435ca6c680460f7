import { pipe, TE } from '@portcullis/domain';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import { integer, oneOf, t } from '@portcullis/domain/kernel';
import type { BackTest } from '@portcullis/domain/ports';
import { nullable, Timestamp } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';
import { noBody } from '../route.ts';
import { DraftParams, draftReadRoute, draftWriteRoute } from './policy-drafts.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);

const change = { from: oneOf(outcomes), to: oneOf(outcomes) };

const BackTestBody = t.type(
  {
    object: t.literal('back_test'),
    status: oneOf(['running', 'done', 'interrupted']),
    /** The document that was tried, which the draft may have no more. */
    revision: count,
    digest: t.string,
    judged: count,
    /** Profiles whose evidence is no longer the evidence that was decided on. */
    unjudged: count,
    started_at: Timestamp,
    finished_at: nullable(Timestamp),
    matrix: t.readonlyArray(t.type({ ...change, count })),
    /** In how many decisions a reason would be added and removed. */
    newly: t.readonlyArray(t.type({ reason: oneOf(reasonCodes), comes: count, goes: count })),
    examples: t.readonlyArray(t.type({ ...change, profile_ids: t.readonlyArray(t.string) })),
  },
  'BackTest',
);

const backTestBody = ({ findings, ...test }: BackTest): t.TypeOf<typeof BackTestBody> => ({
  object: 'back_test',
  status: test.state,
  revision: test.revision,
  digest: test.digest,
  judged: findings.judged,
  unjudged: findings.unjudged,
  started_at: test.startedAt,
  finished_at: test.finishedAt,
  matrix: findings.cells,
  newly: findings.reasons,
  examples: findings.examples.map(({ from, profileIds, to }) => ({ from, to, profile_ids: profileIds })),
});

export const startBackTest = endpoint({
  ...draftWriteRoute,
  method: 'POST',
  path: '/api/policy-drafts/:id/back-test',
  id: 'startBackTest',
  summary: 'Try a draft over decisions that were made',
  description:
    'Makes the newest decisions of the partner again under the draft, up to 1,000, and changes none. It runs behind the request. One that runs over the same document is answered. Profiles are named where it is read, and not here. An instance and a partner have one at a time: 429 `rate_limited` where another one runs.',
  params: DraftParams,
  body: noBody,
  responses: [{ status: 202, description: 'The back-test, which runs.', body: BackTestBody }],
  errors: ['insufficient_permission', 'draft_closed', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.startBackTest({ caller, id: params.id }),
      TE.map((test) => ({ status: 202, body: { ...backTestBody(test), examples: [] } })),
    ),
});

export const readBackTest = endpoint({
  ...draftReadRoute,
  method: 'GET',
  path: '/api/policy-drafts/:id/back-test',
  id: 'readBackTest',
  summary: 'The newest back-test of a draft',
  description:
    'What it has come to so far, or in the end: how many decisions would change from which outcome to which, which reasons come and go in the most of them, and at most 20 profiles whose outcome would change, which are named with the permissions `reviews:read` and `persons:read`, and to nobody else. It is not found where there was none, nor with the session of a team, because it counts those of all teams.',
  showsRecords: true,
  params: DraftParams,
  body: noBody,
  responses: [{ status: 200, description: 'The back-test.', body: BackTestBody }],
  errors: ['database_unavailable'],
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
