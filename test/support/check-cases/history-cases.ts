import { aDuplicateCheck, type GivenDuplicates } from '@portcullis/contracts/builders';
import { type Check, type ReasonCode, standardPolicy } from '@portcullis/domain';
import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';
import type { DuplicatesEvidence } from '@portcullis/domain/evidence';
import { aCase, aDevice, aDeviceEvent } from '../builders/evidence.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

/** The policy with its limits: no other reference may have shown a document, and three a device. */
const counting: FlatPolicy = {
  ...standardPolicy({ livenessThreshold: 75, specimens: false }),
  documents: standard.documents,
};

const answer = (name: CheckName, reasons: readonly ReasonCode[], over: Partial<Check> = {}): Check => ({
  name,
  requirement: 'optional',
  observed_at: decidedAt,
  status: reasons.length > 0 ? 'failed' : 'passed',
  reasons,
  evidence: [6],
  source: 'register',
  ...over,
});

const looked =
  (name: 'duplicates' | 'velocity') =>
  (
    sentence: string,
    given: GivenDuplicates,
    reasons: readonly ReasonCode[],
    over: Partial<CheckCase> = {},
  ): CheckCase => ({
    sentence,
    file: aCase({ more: [aDuplicateCheck(given)] }),
    policy: counting,
    expected: answer(name, reasons),
    ...over,
  });
const duplicates = looked('duplicates');
const velocity = looked('velocity');

const none = { document: 0, person: 0, image: 0, device: 0 };
const others = (over: Partial<DuplicatesEvidence['others']>): GivenDuplicates => ({ others: { ...none, ...over } });
const few = { windowSeconds: 86_400, document: 1, device: 1, reference: 1 };
const attempts = (over: Partial<DuplicatesEvidence['attempts']>): GivenDuplicates => ({
  attempts: { ...few, ...over },
});
const notLooked = { status: 'not_applicable', reasons: [], evidence: [] } as const;

const duplicateCases: readonly CheckCase[] = [
  duplicates('what nobody else showed passes', {}, []),
  duplicates('a document of a profile that is declined is told by a reason of its own', { declined: { document: 1 } }, [
    'duplicate_of_declined',
  ]),
  duplicates(
    'a document of a declined profile under another reference has both reasons',
    { ...others({ document: 1 }), declined: { document: 1 } },
    ['duplicate_document', 'duplicate_of_declined'],
  ),
  duplicates('a document of no declined profile passes', { declined: { document: 0 } }, []),
  duplicates(
    'a document of a declined profile is left to a policy that does not look for documents',
    { declined: { document: 2 } },
    [],
    { policy: { ...counting, duplicates: { ...counting.duplicates, document: null } } },
  ),
  duplicates(
    'a person of a declined profile under another reference, with another document, has both reasons',
    { ...others({ person: 1 }), declined: { document: 0, person: 1, image: 0 } },
    ['duplicate_person', 'duplicate_of_declined'],
  ),
  duplicates(
    'a picture of a declined profile under another reference, with another document, has both reasons',
    { ...others({ image: 1 }), declined: { document: 0, person: 0, image: 1 } },
    ['duplicate_document', 'duplicate_of_declined'],
  ),
  duplicates(
    'a person of a declined profile is told where a policy lets people have several references',
    { ...others({ person: 1 }), declined: { document: 0, person: 1, image: 0 } },
    ['duplicate_of_declined'],
    { policy: { ...counting, duplicates: { ...counting.duplicates, person: 3 } } },
  ),
  duplicates(
    'a person of a declined profile is left to a policy that does not look for persons',
    { declined: { document: 0, person: 1, image: 0 } },
    [],
    { policy: { ...counting, duplicates: { ...counting.duplicates, person: null } } },
  ),
  duplicates('a document under another reference is a duplicate', others({ document: 1 }), ['duplicate_document']),
  duplicates('a person under another reference is a duplicate', others({ person: 1 }), ['duplicate_person']),
  duplicates('a picture under another reference is that of a duplicate', others({ image: 1 }), ['duplicate_document']),
  duplicates('a device under three other references is a household', others({ device: 3 }), []),
  duplicates('a device under four is shared', others({ device: 4 }), ['device_shared']),
  duplicates('all of it is told, each reason once', others({ document: 2, person: 1, image: 2, device: 1000 }), [
    'duplicate_document',
    'duplicate_person',
    'device_shared',
  ]),
  duplicates('what there was nothing to look for of is no duplicate', { others: { ...none, document: null } }, []),
  duplicates(
    'nothing counts that the policy does not judge',
    others({ document: 9, person: 9, image: 9, device: 9 }),
    [],
    {
      policy: standard,
    },
  ),
  duplicates('a blocked document fails', { blocked: ['document'] }, ['list_blocked']),
  duplicates('a blocked person and device fail once', { blocked: ['person', 'device'] }, ['list_blocked']),
  duplicates('a list counts also where no count does', { blocked: ['device'] }, ['list_blocked'], { policy: standard }),
  duplicates('what is allowed is noted', { allowed: ['person'] }, ['list_allowed'], {
    expected: answer('duplicates', ['list_allowed'], { status: 'passed' }),
  }),
  duplicates(
    'what is allowed takes nothing back',
    { ...others({ document: 1 }), blocked: ['device'], allowed: ['document', 'person'] },
    ['duplicate_document', 'list_blocked', 'list_allowed'],
  ),
  duplicates(
    'an entry of a list that cannot be read leaves the check without a result',
    { unreadable: ['document'] },
    [],
    {
      expected: answer('duplicates', [], { status: 'unavailable' }),
    },
  ),
  duplicates(
    'what can be read counts beside what cannot',
    { ...others({ person: 1 }), allowed: ['device'], unreadable: ['document'] },
    ['duplicate_person', 'list_allowed'],
  ),
  duplicates('a look of an earlier attempt is none', {}, [], {
    file: aCase({ more: [aDuplicateCheck({ others: { ...none, document: 1 } })], attempt: 2 }),
    expected: { name: 'duplicates', requirement: 'optional', observed_at: decidedAt, ...notLooked },
  }),
  duplicates('the newest look of the attempt counts', {}, [], {
    file: aCase({ more: [aDuplicateCheck(others({ document: 1 })), aDuplicateCheck()] }),
    expected: answer('duplicates', [], { evidence: [7] }),
  }),
];

const velocityCases: readonly CheckCase[] = [
  velocity('one attempt passes', {}, []),
  velocity('five attempts with a document pass', attempts({ document: 5 }), []),
  velocity('six are too many', attempts({ document: 6 }), ['velocity_document']),
  velocity('ten attempts from a device pass', attempts({ device: 10 }), []),
  velocity('eleven are too many', attempts({ device: 11 }), ['velocity_device']),
  velocity('ten attempts for a reference pass', attempts({ reference: 10 }), []),
  velocity('eleven are too many for it', attempts({ reference: 11 }), ['velocity_reference']),
  velocity('all of it is told', attempts({ document: 9, device: 99, reference: 999 }), [
    'velocity_document',
    'velocity_device',
    'velocity_reference',
  ]),
  velocity('what there was nothing to look for of is not too many', attempts({ document: null, device: null }), []),
  velocity('nothing counts that the policy does not judge', attempts({ document: 9, device: 99, reference: 99 }), [], {
    policy: standard,
  }),
  velocity('nobody has looked', {}, [], {
    file: aCase(),
    expected: { name: 'velocity', requirement: 'optional', observed_at: decidedAt, ...notLooked },
  }),
];

const first = '2026-04-30T10:00:01.000Z';

/** A device event in the second attempt, on the device `visitor-1`, after an event of the first attempt. */
const again = (
  sentence: string,
  [facts, over]: Parameters<typeof aDevice>,
  reasons: readonly ReasonCode[],
  policy = standard,
): CheckCase => ({
  sentence,
  file: aCase({
    more: [
      aDeviceEvent({ eventId: 'event-0' }),
      aDevice(facts, { eventId: 'event-0', at: first, ...over }),
      aDeviceEvent({ attempt: 2 }),
      aDevice({}, { attempt: 2 }),
    ],
    attempt: 2,
  }),
  policy,
  expected: answer('device', reasons, { evidence: [8, 9], source: 'provider' }),
});

const { velocity: _, ...withoutVelocity } = standard.checks;

const changedCases: readonly CheckCase[] = [
  again('the device of the attempt before passes', [{}], []),
  again('another device than in the attempt before is a change', [{ visitorId: 'visitor-0' }], ['device_changed']),
  again('an event that told no device changes nothing', [{ visitorId: null }], []),
  again('an event that nobody knew changes nothing', [null], []),
  again(
    'the device of an event of another profile changes nothing',
    [{ visitorId: 'visitor-0', linkedId: 'other' }],
    [],
  ),
  again(
    'a device of before the window changes nothing',
    [{ visitorId: 'visitor-0' }, { at: '2026-04-30T10:00:00.999Z' }],
    [],
  ),
  again('a policy that judges no velocity asks for no change', [{ visitorId: 'visitor-0' }], [], {
    ...standard,
    checks: withoutVelocity,
  }),
  {
    ...again('a change that the policy only notes is noted', [{ visitorId: 'visitor-0' }], ['device_changed'], {
      ...standard,
      actions: { device_changed: 'info' },
    }),
    expected: answer('device', ['device_changed'], { status: 'passed', evidence: [8, 9], source: 'provider' }),
  },
  {
    ...again('any device of an earlier attempt is enough for a change', [{ visitorId: 'visitor-0' }], []),
    file: aCase({
      more: [
        aDevice({ visitorId: 'visitor-0' }),
        aDevice({}, { attempt: 2 }),
        aDeviceEvent({ attempt: 3 }),
        aDevice({}, { attempt: 3 }),
      ],
      attempt: 3,
    }),
    expected: answer('device', ['device_changed'], { evidence: [8, 9], source: 'provider' }),
  },
];

/** The results of the checks of earlier attempts. */
export const historyCases: readonly CheckCase[] = [...duplicateCases, ...velocityCases, ...changedCases];
