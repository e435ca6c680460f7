import { pipe, TE } from '@portcullis/domain';
import { closedObject, integer, oneOf } from '@portcullis/domain/kernel';
import { flowErrors, flowOutcomes, flowSteps } from '@portcullis/domain/ports';
import { endpoint } from './endpoint.ts';

const dayMs = 86_400_000;

const FlowStepBody = closedObject(
  { step: oneOf(flowSteps), outcome: oneOf(flowOutcomes) },
  { duration_ms: integer(0, dayMs), error: oneOf(flowErrors) },
  'FlowStep',
);

/** The page of a person says how far they have come, so that an operator sees where people give up. */
export const reportFlowStep = endpoint({
  method: 'POST',
  path: '/api/flow/steps',
  id: 'reportFlowStep',
  tag: 'Flow',
  summary: "Report a step of the person's page",
  description:
    'For the page of the person: what became of one of its screens, in fixed words. It is added to the counters of the service and stored nowhere, so that an `Idempotency-Key` means nothing here.',
  access: 'flow',
  scope: null,
  showsRecords: false,
  ignoresIdempotencyKey: true,
  body: {
    json: { machine: FlowStepBody, flow: FlowStepBody },
    example: { step: 'document_front', outcome: 'done', duration_ms: 8200 },
  },
  responses: [{ status: 204, description: 'It was counted.' }],
  errors: [],
  run: ({ services }, { body: { duration_ms, error, outcome, step } }) =>
    pipe(
      services.reportFlowStep({
        step,
        outcome,
        error: error ?? null,
        seconds: duration_ms === undefined ? null : duration_ms / 1000,
      }),
      TE.map(() => ({ status: 204 })),
    ),
});
