import { aReviewer } from '@portcullis/contracts/builders';
import type { SignalCode } from '@portcullis/documents';
import type { Step } from '@portcullis/domain';
import { currentEvidence, type FaceMatchEvidence } from '@portcullis/domain/evidence';
import type { Actor } from '@portcullis/domain/kernel';
import fc from 'fast-check';
import type { ConsentAnswer } from '#domain/evidence/evidence';
import type { Command, NewEvidence } from '#domain/profile/commands';
import { decisionInput } from '#domain/profile/requirements';
import { type CaseFacts, deviceRisks, duplicateFacts, image, read } from './case-facts.ts';
import {
  aReading,
  deviceFacts,
  epoch,
  iso,
  type MrzVariant,
  mrzVariants,
  type ProfileTimeline,
  type TimedCommand,
} from './profile-history.ts';

const minute = 60_000;
const day = 86_400_000;

const fileId = (n: number): string => `f${n.toString(36).padStart(14, '0')}`;

const file = (
  kind: 'document_front' | 'document_back',
  n: number,
  measured: CaseFacts['image'] = null,
): NewEvidence => ({
  kind: 'file',
  file: { id: fileId(n), kind, contentType: 'image/jpeg', size: 10, sha256: `${n}`.padStart(64, '0') },
  ...(measured && { image: measured }),
});

const currentEvidenceOf = (timeline: ProfileTimeline) => currentEvidence(decisionInput(timeline.profile));

const reading =
  (mrz: MrzVariant, signals: readonly SignalCode[], over: CaseFacts['read'] = {}) =>
  (timeline: ProfileTimeline): NewEvidence => {
    const { back, front } = currentEvidenceOf(timeline);
    return {
      kind: 'document_reading',
      id: 'a'.repeat(15),
      frontFileId: front?.value.file.id ?? fileId(0),
      backFileId: back?.value.file.id ?? null,
      reading: { ...aReading(mrz, signals), ...over },
    };
  };

const result =
  (status: 'succeeded' | 'failed' | 'expired', confidence: number, image: boolean) =>
  (_: ProfileTimeline, n: number): readonly NewEvidence[] => {
    const kept = status === 'succeeded' && image;
    const reference: NewEvidence = {
      kind: 'file',
      file: { id: fileId(n), kind: 'liveness_reference', contentType: 'image/jpeg', size: 9, sha256: 'f'.repeat(64) },
    };
    const said: NewEvidence = {
      kind: 'liveness_result',
      sessionId: `s${n}`,
      status,
      confidence: status === 'succeeded' ? confidence : null,
      challenge: status === 'succeeded' ? 'movement_and_light' : null,
      referenceFileId: kept ? fileId(n) : null,
    };
    return kept ? [reference, said] : [said];
  };

const match =
  (outcome: FaceMatchEvidence['outcome'], similarity: number) =>
  (timeline: ProfileTimeline): NewEvidence => {
    const { front, result: live } = currentEvidenceOf(timeline);
    return {
      kind: 'face_match',
      documentFileId: front?.value.file.id ?? fileId(0),
      referenceFileId: live?.value.referenceFileId ?? fileId(0),
      outcome,
      similarity: outcome === 'compared' ? similarity : null,
    };
  };

const supply =
  (make: (timeline: ProfileTimeline, n: number) => readonly NewEvidence[]) =>
  (timeline: ProfileTimeline, n: number): Command['action'] => ({
    type: 'supply',
    evidence: make(timeline, n),
  });

const observe =
  (back: number, make: (timeline: ProfileTimeline, n: number) => readonly NewEvidence[]) =>
  (timeline: ProfileTimeline, n: number): Command['action'] => ({
    type: 'observe',
    forAttempt: Math.max(1, timeline.profile.attempt.number - back),
    evidence: make(timeline, n),
  });

const consent = fc
  .constantFrom<ConsentAnswer>(...[true, true, true, true, false].map((granted) => ({ granted })), {
    granted: false,
    scope: 'face',
  })
  .map((given) => supply(() => [{ kind: 'consent', textVersion: '1', locale: 'en', ...given }]));
const front = image.map((measured) => supply((_, n) => [file('document_front', n, measured)]));
const extras = fc.constantFrom(
  supply((_, n) => [file('document_back', n)]),
  supply((_, n) => [{ kind: 'device_event', eventId: `e${n}` }]),
  supply((_, n) => [
    {
      kind: 'liveness_session',
      sessionId: `s${n}`,
      challenge: 'movement_and_light',
      region: 'r',
      expiresAt: iso(epoch),
    },
  ]),
);
const readings = fc
  .tuple(
    fc.constantFrom<MrzVariant>('good', 'good', 'good', ...mrzVariants),
    fc.constantFrom<readonly SignalCode[]>([], [], ['document_glare'], ['document_tampered']),
    fc.constantFrom(0, 0, 0, 1),
    fc.oneof(
      fc.constant({}),
      read.map(({ signals: _, ...over }) => over),
    ),
  )
  .map(([mrz, signals, back, over]) => observe(back, (timeline) => [reading(mrz, signals, over)(timeline)]));
const results = fc
  .tuple(
    fc.constantFrom<'succeeded' | 'failed' | 'expired'>('succeeded', 'succeeded', 'succeeded', 'failed', 'expired'),
    fc.constantFrom(97, 97, 60, 3),
    fc.constantFrom(true, true, true, false),
    fc.constantFrom(0, 0, 0, 1),
  )
  .map(([status, confidence, image, back]) => observe(back, result(status, confidence, image)));
const matches = fc
  .tuple(
    fc.constantFrom<FaceMatchEvidence['outcome']>('compared', 'compared', 'compared', 'no_face_on_document'),
    fc.constantFrom(98, 98, 85, 20),
  )
  .map(([outcome, similarity]) => observe(0, (timeline) => [match(outcome, similarity)(timeline)]));
const lookUps = duplicateFacts.map((seen) =>
  observe(0, () => [{ kind: 'sightings', readingId: 'a'.repeat(15), ...seen }]),
);
/** The provider's facts of the newest event: of this profile, and sometimes with a risk. */
const devices = deviceRisks.map((risks) =>
  observe(0, (timeline) => {
    const eventId = currentEvidenceOf(timeline).deviceEvent?.value.eventId ?? 'e0';
    return [{ kind: 'device', eventId, facts: deviceFacts({ ...risks, occurredAt: iso(timeline.now) }) }];
  }),
);
const failures = fc
  .constantFrom('document_reading' as const, 'face_match' as const)
  .map((observation) => observe(0, () => [{ kind: 'provider_failure', observation, reason: 'provider_unavailable' }]));
const stepLists: readonly (readonly Step[])[] = [['document_front'], ['liveness'], ['consent', 'liveness'], []];
const reviews = fc
  .tuple(
    fc.constantFrom('duplicate', ''),
    fc.constantFrom('looked at it', ''),
    fc.constantFrom(...stepLists),
    fc.nat(7),
  )
  .map(([reason, note, steps, which]) => (): Command['action'] => {
    const all: readonly Command['action'][] = [
      { type: 'review_approved', reviewer: aReviewer, reason, note },
      { type: 'review_declined', reviewer: aReviewer, reason, note },
      { type: 'input_requested', reviewer: aReviewer, steps, note },
      { type: 'reopened', note },
      { type: 'renewed', note },
      { type: 'canceled', note: null },
      { type: 'review_approved', reviewer: aReviewer, reason: 'manual', note: 'seen in person' },
      { type: 'canceled', note: 'withdrawn' },
    ];
    return all[which] ?? { type: 'submit' };
  });
const others = fc
  .constantFrom<Command['action']>(
    { type: 'open_flow' },
    { type: 'submit' },
    { type: 'renew_link' },
    { type: 'reuse', claimed: { last_name: 'Eriksson' }, metadata: {}, language: null, redirectUrl: null },
    { type: 'supply', claimed: { date_of_birth: '1974-08-12' }, evidence: [] },
    { type: 'supply', metadata: { a: 'b' }, evidence: [] },
    { type: 'append', event: 'partner.note', data: {} },
  )
  .map((action) => () => action);
const completeChecksAction = fc.constant((): Command['action'] => ({ type: 'complete_checks' }));

const requester = fc.constantFrom<Actor['type']>('flow', 'machine', 'machine', 'reviewer');
const pause = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1000) },
  { weight: 2, arbitrary: fc.constantFrom(-minute, 0, 20 * minute) },
  { weight: 1, arbitrary: fc.constantFrom(day, 8 * day, 400 * day) },
);

const commandOf = (
  make: fc.Arbitrary<TimedCommand['make']>,
  actor: fc.Arbitrary<Actor['type']>,
): fc.Arbitrary<TimedCommand> => fc.record({ after: pause, actor, make });

/** A command of any kind; usual ones are more frequent. */
const anyCommand: fc.Arbitrary<TimedCommand> = fc.oneof(
  { weight: 3, arbitrary: commandOf(consent, requester) },
  { weight: 4, arbitrary: commandOf(front, requester) },
  { weight: 2, arbitrary: commandOf(extras, requester) },
  { weight: 4, arbitrary: commandOf(readings, fc.constant('system')) },
  { weight: 4, arbitrary: commandOf(results, fc.constant('system')) },
  { weight: 4, arbitrary: commandOf(matches, fc.constant('system')) },
  { weight: 2, arbitrary: commandOf(lookUps, fc.constant('system')) },
  { weight: 1, arbitrary: commandOf(devices, fc.constant('system')) },
  { weight: 1, arbitrary: commandOf(failures, fc.constant('system')) },
  { weight: 4, arbitrary: commandOf(completeChecksAction, fc.constant('system')) },
  { weight: 5, arbitrary: commandOf(reviews, requester) },
  { weight: 3, arbitrary: commandOf(others, requester) },
);

const usualCommand = (make: TimedCommand['make'], actor: Actor['type']): TimedCommand => ({ after: 1000, actor, make });

const completeChecks = usualCommand(() => ({ type: 'complete_checks' }), 'system');

/** The result of a provider, which is mostly success. */
const mostlySuccessful = (
  well: TimedCommand['make'],
  other: fc.Arbitrary<TimedCommand['make']>,
): fc.Arbitrary<TimedCommand> =>
  fc
    .oneof({ weight: 2, arbitrary: fc.constant(well) }, { weight: 1, arbitrary: other })
    .map((make) => usualCommand(make, 'system'));

const observations: fc.Arbitrary<readonly TimedCommand[]> = fc.tuple(
  mostlySuccessful(
    observe(0, (timeline) => [reading('good', [])(timeline)]),
    readings,
  ),
  mostlySuccessful(observe(0, result('succeeded', 97, true)), results),
  mostlySuccessful(
    observe(0, (timeline) => [match('compared', 98)(timeline)]),
    matches,
  ),
);

/** The commands of a person who does everything that is requested, up to the decision. */
const straightThrough: fc.Arbitrary<readonly TimedCommand[]> = fc
  .tuple(front, fc.option(lookUps), observations)
  .map(([photo, looked, observed]) => [
    usualCommand(
      supply(() => [{ kind: 'consent', textVersion: '1', locale: 'en', granted: true }]),
      'flow',
    ),
    usualCommand(photo, 'flow'),
    ...(looked ? [usualCommand(looked, 'system')] : []),
    ...observed,
    completeChecks,
  ]);

/** The same steps again, by a person who was asked to repeat them. */
const onceMore: fc.Arbitrary<readonly TimedCommand[]> = fc
  .tuple(front, observations)
  .map(([photo, observed]) => [usualCommand(photo, 'flow'), ...observed, completeChecks]);

const chance = (maxLength: number): fc.Arbitrary<readonly TimedCommand[]> => fc.array(anyCommand, { maxLength });

/** The commands after a decision; sometimes not before an approval has lapsed, which takes longer than most pauses. */
const afterwards: fc.Arbitrary<readonly TimedCommand[]> = fc.oneof(
  { weight: 4, arbitrary: chance(3) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyCommand, chance(2)).map(([late, after]) => [{ ...late, after: 400 * day }, ...after]),
  },
);

/**
 * A sequence of commands: fully random, or random from some point of the straightforward path on, or after that path
 * and a second attempt.
 */
export const commandSequences: fc.Arbitrary<readonly TimedCommand[]> = fc.oneof(
  { weight: 1, arbitrary: chance(12) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(straightThrough, fc.nat(7), chance(10))
      .map(([straight, kept, after]) => [...straight.slice(0, kept), ...after]),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(straightThrough, chance(2), onceMore, afterwards).map((parts) => parts.flat()),
  },
);
