import { E, type LivenessProvider, pipe, TE, unavailable } from '@portcullis/domain';
import type { LivenessResult } from '@portcullis/domain/ports';
import { tinyJpegNumber } from '../images/tiny-jpeg.ts';
import { type Person, type ServiceChanges, stored } from './memory-service.ts';

export const down = unavailable('liveness', 'out', 'unavailable');
export const failed = { status: 'failed' } as const satisfies LivenessResult;
export const convincing = {
  status: 'succeeded',
  confidence: 97,
  challenge: 'movement_and_light',
  referenceImage: tinyJpegNumber(1),
} as const satisfies LivenessResult;
export const notConvincing = {
  status: 'succeeded',
  confidence: 40,
  challenge: 'movement_and_light',
  referenceImage: tinyJpegNumber(2),
} as const satisfies LivenessResult;
export const running = { status: 'in_progress' } as const satisfies LivenessResult;

/** A provider that answers each session in the order of opening with one of these results; `null` is an outage. */
export const providerOf = (results: readonly (LivenessResult | null)[]) => {
  const opened: string[] = [];
  const reads: string[] = [];
  const present = [...results];
  const liveness: ServiceChanges['liveness'] = (provider): LivenessProvider => ({
    open: (input) =>
      pipe(
        provider.open(input),
        TE.map((session) => {
          if (!opened.includes(session.sessionId)) opened.push(session.sessionId);
          return session;
        }),
      ),
    read:
      ({ sessionId }) =>
      async () => {
        reads.push(sessionId);
        const result = present[opened.indexOf(sessionId)];
        return result ? E.right(result) : E.left(down);
      },
  });
  const set = (at: number, result: LivenessResult | null): void => {
    present[at] = result;
  };
  return { liveness, reads, set };
};

/** The status of each result of a person, and whether it is late. */
export const resultsOf = async ({ id, service }: Person) =>
  (await stored(service, id)).evidence.flatMap((item) =>
    item.kind === 'liveness_result' ? [`${item.status}${item.late ? ' late' : ''}`] : [],
  );

/** A person who needs no liveness, and may still supply it. */
export const optionalLiveness: NonNullable<ServiceChanges['policy']> = {
  steps: ['consent', 'document_front'],
  optionalSteps: ['liveness'],
  checks: { document_mrz: 'required', document_type: 'required', liveness: 'optional', face_match: 'optional' },
};
