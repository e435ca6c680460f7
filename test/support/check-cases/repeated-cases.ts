import type { Check, ReasonCode } from '@portcullis/domain';
import type { CheckName } from '@portcullis/domain/checks';
import { aCase, aDevice, aDeviceEvent, aProviderFailure, aReadingEvidence } from '../builders/evidence.ts';
import { confidentSignals, localReader, passportLines } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

type Expected = Pick<Check, 'status' | 'reasons'> & Partial<Check>;

const optional = (name: CheckName, over: Expected): Check => ({
  name,
  requirement: 'optional',
  observed_at: decidedAt,
  evidence: [2],
  ...over,
});
const authenticity = (over: Expected): Check => optional('document_authenticity', { source: 'ai', ...over });
const device = (over: Expected): Check => optional('device', { source: 'provider', ...over });

const fraudSigns = [
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
] as const;
/** Signs that another photo can remedy. */
const photoSigns = [
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_unverified_other',
] as const;
type Read = Parameters<typeof aReadingEvidence>;

/** The current front with its reading at 2, followed by readings of other photos in the order of their arrival. */
const readAlso = (sentence: string, newest: Read[0], others: readonly Read[], expected: Check): CheckCase => ({
  sentence,
  file: aCase({
    instead: { document_reading: [aReadingEvidence(newest)] },
    more: others.map(([reading, over]) => aReadingEvidence(reading, { frontFileId: 'front0000000002', ...over })),
  }),
  expected,
});
const before = (attempt: number) => ({ attempt });

const rereadCases: readonly CheckCase[] = [
  ...fraudSigns.map((code) =>
    readAlso(
      `${code} on another photo of this attempt is not taken back by a clean one`,
      {},
      [[{ signals: confidentSignals(code) }]],
      authenticity({ status: 'failed', reasons: [code], evidence: [2, 6] }),
    ),
  ),
  ...photoSigns.map((code) =>
    readAlso(
      `${code} on another photo is mended by a better one`,
      {},
      [[{ signals: confidentSignals(code) }]],
      authenticity({ status: 'passed', reasons: [] }),
    ),
  ),
  readAlso(
    'signs of several photos are all told, each once, with every photo that showed one',
    { signals: confidentSignals('document_printed_copy', 'document_tampered') },
    [
      [{ signals: confidentSignals('document_screen_capture', 'document_template_mismatch', 'document_glare') }],
      [{}],
      [{ signals: confidentSignals('document_tampered') }],
    ],
    authenticity({
      status: 'failed',
      reasons: ['document_printed_copy', 'document_tampered', 'document_template_mismatch'],
      evidence: [2, 6, 8],
    }),
  ),
  readAlso(
    'a sign on another photo counts from half a confidence on',
    {},
    [
      [{ signals: [{ code: 'document_tampered', confidence: 0.199 }] }],
      [{ signals: [{ code: 'document_instruction_text', confidence: 0.5 }] }],
    ],
    authenticity({ status: 'failed', reasons: ['document_instruction_text'], evidence: [2, 7] }),
  ),
  readAlso(
    'a sign that a model saw stays where the newest reader looks for none',
    { reader: localReader },
    [[{ signals: confidentSignals('document_tampered') }]],
    authenticity({ status: 'failed', reasons: ['document_tampered'], evidence: [6] }),
  ),
  {
    ...readAlso(
      'a sign of an earlier attempt is settled',
      {},
      [[{ signals: confidentSignals('document_tampered') }, before(1)]],
      authenticity({ status: 'passed', reasons: [] }),
    ),
    file: aCase({
      instead: { document_reading: [aReadingEvidence({}, before(2))] },
      more: [
        aReadingEvidence(
          { signals: confidentSignals('document_tampered') },
          { frontFileId: 'front0000000002', ...before(1) },
        ),
      ],
      attempt: 2,
    }),
  },
  {
    sentence: 'a photo that nobody could read does not take a sign back, and its outage is told beside it',
    file: aCase({
      instead: { document_reading: [] },
      more: [
        aReadingEvidence({ signals: confidentSignals('document_tampered') }, { frontFileId: 'front0000000002' }),
        aProviderFailure('document_reading', 'provider_timeout'),
      ],
    }),
    expected: authenticity({
      status: 'failed',
      reasons: ['provider_timeout', 'document_tampered'],
      evidence: [6, 5],
    }),
  },
];

const changedCase = readAlso(
  'another photo with the same number and another day of birth is told, with that photo',
  {},
  [[{ mrzLines: passportLines({ born: '120417' }) }], [{ mrzLines: passportLines() }]],
  {
    name: 'document_consistency',
    requirement: 'required',
    observed_at: decidedAt,
    status: 'failed',
    reasons: ['document_changed'],
    evidence: [2, 6],
    source: 'mrz',
  },
);

/** The facts of one event of the attempt, and then, at 8 and 9, a clean event that is current. */
const seenBefore = (
  sentence: string,
  [facts, over = {}]: Parameters<typeof aDevice>,
  expected: Pick<Expected, 'status' | 'reasons' | 'evidence'>,
): CheckCase => ({
  sentence,
  file: aCase({
    more: [
      aDeviceEvent(),
      aDevice(facts, over),
      aDeviceEvent({ eventId: 'event-2' }),
      aDevice({}, { eventId: 'event-2' }),
    ],
  }),
  expected: device(expected),
});
const stays = (reason: ReasonCode) =>
  ({ status: 'failed', reasons: [reason], evidence: [8, 9, 7] }) as const satisfies Partial<Check>;
const forgotten = { status: 'passed', reasons: [], evidence: [8, 9] } as const;

const deviceAgainCases: readonly CheckCase[] = [
  seenBefore('a bot is not taken back by another event', [{ bot: 'bad' }], stays('device_bot')),
  seenBefore('tampering is not taken back by another event', [{ tampered: true }], stays('device_tampered')),
  seenBefore('a low confidence is not taken back by another event', [{ confidence: 0.1 }], stays('device_tampered')),
  seenBefore('an emulator is not taken back by another event', [{ emulated: true }], stays('device_emulated')),
  seenBefore('a recording is not taken back by another event', [{ replayed: true }], stays('device_event_replayed')),
  seenBefore('an event of another profile is not taken back', [{ linkedId: 'other' }], stays('device_event_replayed')),
  seenBefore('a used event is not taken back', [{}, { usedBefore: true }], stays('device_event_replayed')),
  seenBefore('Tor is left behind with another event', [{ tor: true }], forgotten),
  seenBefore('a stale event is mended by a fresh one', [{ occurredAt: '2026-05-01T09:00:00.000Z' }], forgotten),
  seenBefore('an event that was missing is mended by one that is there', [null], forgotten),
  {
    sentence: 'a bot of an earlier attempt is settled',
    file: aCase({
      more: [
        aDeviceEvent(),
        aDevice({ bot: 'bad' }),
        aDeviceEvent({ eventId: 'event-2', attempt: 2 }),
        aDevice({}, { eventId: 'event-2', attempt: 2 }),
      ],
      attempt: 2,
    }),
    expected: device(forgotten),
  },
  {
    sentence: 'an event that nobody answered for does not take a bot back, and its outage is told beside it',
    file: aCase({
      more: [aDeviceEvent(), aDevice({ bot: 'bad' }), aDeviceEvent({ eventId: 'event-2' }), aProviderFailure('device')],
    }),
    expected: device({
      status: 'failed',
      reasons: ['provider_unavailable', 'device_bot'],
      evidence: [9, 7],
    }),
  },
  {
    ...seenBefore('a bot that the policy only notes is noted', [{ bot: 'bad' }], {
      ...stays('device_bot'),
      status: 'passed',
    }),
    policy: { ...standard, actions: { device_bot: 'info' } },
  },
];

/** The results of the checks where something was supplied more than once. */
export const repeatedCases: readonly CheckCase[] = [...rereadCases, changedCase, ...deviceAgainCases];
