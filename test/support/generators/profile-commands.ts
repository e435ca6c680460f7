import type { Actor, Command, FaceMatchEvidence, NewEvidence, SignalCode, Step } from '@portcullis/domain';
import { currentEvidence, decisionInput } from '@portcullis/domain';
import fc from 'fast-check';
import { deviceRisks, type Facts, image, read, seenBefore } from './case-facts.ts';
import { aReading, type Deed, deviceFacts, epoch, iso, type World, type Zone, zones } from './profile-history.ts';

const minute = 60_000;
const day = 86_400_000;

const fileId = (n: number): string => `f${n.toString(36).padStart(14, '0')}`;

const file = (
  kind: 'document_front' | 'document_back' | 'facial_photo',
  n: number,
  measured: Facts['image'] = null,
): NewEvidence => ({
  kind: 'file',
  file: { id: fileId(n), kind, contentType: 'image/jpeg', size: 10, sha256: `${n}`.padStart(64, '0') },
  ...(measured && { image: measured }),
});

const observedNow = (world: World) => currentEvidence(decisionInput(world.profile));

const reading =
  (zone: Zone, signals: readonly SignalCode[], over: Facts['read'] = {}) =>
  (world: World): NewEvidence => {
    const { back, front } = observedNow(world);
    return {
      kind: 'document_reading',
      id: 'a'.repeat(15),
      frontFileId: front?.value.file.id ?? fileId(0),
      backFileId: back?.value.file.id ?? null,
      reading: { ...aReading(zone, signals), ...over },
    };
  };

const result =
  (status: 'succeeded' | 'failed' | 'expired', confidence: number, image: boolean) =>
  (_: World, n: number): readonly NewEvidence[] => {
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
      referenceFileId: kept ? fileId(n) : null,
    };
    return kept ? [reference, said] : [said];
  };

const match =
  (outcome: FaceMatchEvidence['outcome'], similarity: number) =>
  (world: World): NewEvidence => {
    const { front, result: live } = observedNow(world);
    return {
      kind: 'face_match',
      documentFileId: front?.value.file.id ?? fileId(0),
      referenceFileId: live?.value.referenceFileId ?? fileId(0),
      outcome,
      similarity: outcome === 'compared' ? similarity : null,
    };
  };

const supply =
  (make: (world: World, n: number) => readonly NewEvidence[]) =>
  (world: World, n: number): Command['action'] => ({
    type: 'supply',
    evidence: make(world, n),
  });

const observe =
  (back: number, make: (world: World, n: number) => readonly NewEvidence[]) =>
  (world: World, n: number): Command['action'] => ({
    type: 'observe',
    forAttempt: Math.max(1, world.profile.attempt.number - back),
    evidence: make(world, n),
  });

const consent = fc
  .constantFrom(true, true, true, true, false)
  .map((granted) => supply(() => [{ kind: 'consent', textVersion: '1', locale: 'en', granted }]));
const front = image.map((measured) => supply((_, n) => [file('document_front', n, measured)]));
const extras = fc.constantFrom(
  supply((_, n) => [file('document_back', n)]),
  supply((_, n) => [file('facial_photo', n)]),
  supply((_, n) => [{ kind: 'device_event', eventId: `e${n}` }]),
  supply((_, n) => [
    { kind: 'liveness_session', sessionId: `s${n}`, challenge: 'movement', region: 'r', expiresAt: iso(epoch) },
  ]),
);
const readings = fc
  .tuple(
    fc.constantFrom<Zone>('good', 'good', 'good', ...zones),
    fc.constantFrom<readonly SignalCode[]>([], [], ['document_blurry'], ['document_tampered']),
    fc.constantFrom(0, 0, 0, 1),
    fc.oneof(
      fc.constant({}),
      read.map(({ signals: _, ...over }) => over),
    ),
  )
  .map(([zone, signals, back, over]) => observe(back, (world) => [reading(zone, signals, over)(world)]));
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
  .map(([outcome, similarity]) => observe(0, (world) => [match(outcome, similarity)(world)]));
const lookUps = seenBefore.map((seen) => observe(0, () => [{ kind: 'sightings', readingId: 'a'.repeat(15), ...seen }]));
/** The provider's facts of the newest event: of this profile, and sometimes with a risk. */
const devices = deviceRisks.map((risks) =>
  observe(0, (world) => {
    const eventId = observedNow(world).deviceEvent?.value.eventId ?? 'e0';
    return [{ kind: 'device', eventId, facts: deviceFacts({ ...risks, occurredAt: iso(world.now) }) }];
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
    fc.nat(6),
  )
  .map(([reason, note, steps, which]) => (): Command['action'] => {
    const all: readonly Command['action'][] = [
      { type: 'review_approved', reason, note },
      { type: 'review_declined', reason, note },
      { type: 'input_requested', steps, note },
      { type: 'reopened', note },
      { type: 'renewed', note },
      { type: 'canceled', note: null },
      { type: 'review_approved', reason: 'manual', note: 'seen in person' },
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
    { type: 'append', event: 'partner.note', occurredAt: null, data: {} },
  )
  .map((action) => () => action);
const judging = fc.constant((): Command['action'] => ({ type: 'complete_checks' }));

const asker = fc.constantFrom<Actor['type']>('flow', 'machine', 'machine', 'reviewer');
const pause = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1000) },
  { weight: 2, arbitrary: fc.constantFrom(-minute, 0, 20 * minute) },
  { weight: 1, arbitrary: fc.constantFrom(day, 8 * day, 400 * day) },
);

const deedOf = (make: fc.Arbitrary<Deed['make']>, actor: fc.Arbitrary<Actor['type']>): fc.Arbitrary<Deed> =>
  fc.record({ after: pause, actor, make });

/** A command of any kind; usual ones are more frequent. */
const aDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: deedOf(consent, asker) },
  { weight: 4, arbitrary: deedOf(front, asker) },
  { weight: 2, arbitrary: deedOf(extras, asker) },
  { weight: 4, arbitrary: deedOf(readings, fc.constant('system')) },
  { weight: 4, arbitrary: deedOf(results, fc.constant('system')) },
  { weight: 4, arbitrary: deedOf(matches, fc.constant('system')) },
  { weight: 2, arbitrary: deedOf(lookUps, fc.constant('system')) },
  { weight: 1, arbitrary: deedOf(devices, fc.constant('system')) },
  { weight: 1, arbitrary: deedOf(failures, fc.constant('system')) },
  { weight: 4, arbitrary: deedOf(judging, fc.constant('system')) },
  { weight: 5, arbitrary: deedOf(reviews, asker) },
  { weight: 3, arbitrary: deedOf(others, asker) },
);

const usual = (make: Deed['make'], actor: Actor['type']): Deed => ({ after: 1000, actor, make });

const judged = usual(() => ({ type: 'complete_checks' }), 'system');

/** The result of a provider, which is mostly success. */
const mostlyWell = (well: Deed['make'], other: fc.Arbitrary<Deed['make']>): fc.Arbitrary<Deed> =>
  fc
    .oneof({ weight: 2, arbitrary: fc.constant(well) }, { weight: 1, arbitrary: other })
    .map((make) => usual(make, 'system'));

const observations: fc.Arbitrary<readonly Deed[]> = fc.tuple(
  mostlyWell(
    observe(0, (world) => [reading('good', [])(world)]),
    readings,
  ),
  mostlyWell(observe(0, result('succeeded', 97, true)), results),
  mostlyWell(
    observe(0, (world) => [match('compared', 98)(world)]),
    matches,
  ),
);

/** The commands of a person who does everything that is requested, up to the decision. */
const straightThrough: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(front, fc.option(lookUps), observations)
  .map(([photo, looked, observed]) => [
    usual(
      supply(() => [{ kind: 'consent', textVersion: '1', locale: 'en', granted: true }]),
      'flow',
    ),
    usual(photo, 'flow'),
    ...(looked ? [usual(looked, 'system')] : []),
    ...observed,
    judged,
  ]);

/** The same steps again, by a person who was asked to repeat them. */
const onceMore: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(front, observations)
  .map(([photo, observed]) => [usual(photo, 'flow'), ...observed, judged]);

const chance = (maxLength: number): fc.Arbitrary<readonly Deed[]> => fc.array(aDeed, { maxLength });

/**
 * A sequence of commands: fully random, or random from some point of the straightforward path on, or after that path
 * and a second attempt.
 */
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.oneof(
  { weight: 1, arbitrary: chance(12) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(straightThrough, fc.nat(7), chance(10))
      .map(([straight, kept, after]) => [...straight.slice(0, kept), ...after]),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(straightThrough, chance(2), onceMore, chance(3)).map((parts) => parts.flat()),
  },
);
