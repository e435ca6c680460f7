import type { BackTest } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { DraftParams, draftReadRoute, draftWriteRoute } from './policy-drafts.ts';

const backTestBody = ({ findings, ...test }: BackTest) => ({
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
