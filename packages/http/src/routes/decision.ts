import { pipe, TE } from '@portcullis/domain';
import { closedObject } from '@portcullis/domain/kernel';
import { integerText } from '../request/codecs.ts';
import { ExplanationBody } from '../responses/explanation-body.ts';
import { explanationBodyFor, StaffExplanationBody } from '../responses/redacted-bodies.ts';
import { endpoint } from './endpoint.ts';
import { ProfileParams } from './profiles.ts';

const DecisionQuery = closedObject({}, { seq: integerText(1, 1_000_000_000) }, 'decision query');

export const explainDecision = endpoint({
  method: 'GET',
  path: '/api/profiles/:id/decision',
  id: 'explainDecision',
  tag: 'Profiles',
  summary: 'Why a decision is what it is',
  description:
    'The newest decision of the profile, or the one in the ledger entry `seq`: every check with what it saw and the threshold it used, what each reason added, what the person was told, and the nearest change that would have led elsewhere. It is made again from the evidence of that time; where it does not come out again, `reproduced` is false, and what is not on record is null. A profile without a decision, and an entry without one, are not found.',
  access: 'machine-or-staff',
  permission: 'reviews:read',
  scope: 'profiles:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  query: DecisionQuery,
  responses: [{ status: 200, description: 'The explanation.', body: ExplanationBody, staffBody: StaffExplanationBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params, query }) =>
    pipe(
      services.explainDecision({ caller, id: params.id, seq: query.seq ?? null }),
      TE.map((explanation) => ({ status: 200, body: explanationBodyFor(caller, explanation) })),
    ),
});
