import { aPolicy, aPolicyWith } from '../../../support/builders/policies.ts';
import { approved, error, found, type LintCase, warning, withoutChecks } from './lint-case.ts';

const banded: readonly LintCase[] = [
  found(
    'numbers that no policy has',
    { ...aPolicyWith('liveness', { pass: 101 }), approvalDays: 0, maxAttempts: 0, minimumAge: 121, providerTries: 0 },
    error('/minimumAge', 'expected a whole number from 0 to 120'),
    error('/liveness/pass', 'expected a number from 0 to 100'),
    error('/maxAttempts', 'expected a whole number from 1 to 100'),
    error('/providerTries', 'expected a whole number from 1 to 10'),
    error('/approvalDays', 'expected a whole number from 1 to 36500'),
  ),
  found(
    'a liveness threshold that photos reach',
    aPolicyWith('liveness', { pass: 49 }),
    warning('/liveness/pass', 'is under 50: a photo, a screen or a mask can pass for a live person'),
  ),
  found(
    'a liveness threshold that everybody reaches',
    aPolicyWith('liveness', { pass: 0, attack: 0 }),
    error('/liveness/pass', 'is under 10: everybody is live'),
    approved('liveness', 'with a picture held before the camera'),
    warning('/liveness/attack', 'is 0: liveness_attack is unreachable'),
  ),
  found(
    'a liveness threshold that is as good as none',
    aPolicyWith('liveness', { pass: 9.9, attack: 0.01 }),
    error('/liveness/pass', 'is under 10: everybody is live'),
  ),
  ...[60, 70].map((attack) =>
    found(
      `bands of liveness in which an attack ends at ${attack} and a pass begins at 60`,
      aPolicyWith('liveness', { pass: 60, attack }),
      warning('/liveness/attack', 'is not under pass: liveness_low_score is unreachable'),
    ),
  ),
  found(
    'a similarity that everybody has',
    aPolicyWith('faceMatch', { pass: 0, review: 0 }),
    error('/faceMatch/pass', 'is under 50: every face is the one on the document'),
    approved('face_match', 'with the document of somebody else'),
  ),
  found(
    'a similarity that most people have',
    aPolicyWith('faceMatch', { pass: 49.9, review: 20 }),
    error('/faceMatch/pass', 'is under 50: every face is the one on the document'),
  ),
  found(
    'a similarity that brothers have',
    aPolicyWith('faceMatch', { pass: 79.9, review: 60 }),
    warning('/faceMatch/pass', 'is under 80: people who are only alike can pass for one'),
  ),
  found(
    'bands of similarity that are upside down',
    aPolicyWith('faceMatch', { pass: 90, review: 95 }),
    error('/faceMatch/review', 'is above pass: the bands are upside down'),
  ),
  found(
    'an empty band of similarity',
    aPolicyWith('faceMatch', { pass: 90, review: 90 }),
    warning('/faceMatch/review', 'is not under pass: face_match_borderline is unreachable'),
  ),
  found(
    'a similarity that is never a mismatch',
    aPolicyWith('faceMatch', { review: 0 }),
    warning('/faceMatch/review', 'is 0: face_mismatch is unreachable'),
  ),
  found(
    'the bands of a model that everybody reaches, and those of one that are upside down',
    aPolicyWith('faceMatch', { models: { all: { pass: 0, review: 0 }, turned: { pass: 30, review: 40 } } }),
    error('/faceMatch/models/all/pass', 'is 0: every face is the one on the document'),
    error('/faceMatch/models/turned/review', 'is above pass: the bands are upside down'),
  ),
  found(
    'low numbers on the scale of a model',
    aPolicyWith('faceMatch', { models: { 'acme-3': { pass: 30, review: 20 } } }),
  ),
  found(
    'names of which everyone is every other',
    aPolicy({ names: { pass: 0 } }),
    error('/names/pass', 'is under 50: every name is every other'),
    approved('document_consistency', 'with another name in print than in the zone'),
  ),
  found(
    'names that share a letter',
    aPolicy({ names: { pass: 49 } }),
    error('/names/pass', 'is under 50: every name is every other'),
  ),
  found(
    'a grace of more than a year',
    aPolicyWith('documents', { expiryGraceDays: 366 }),
    warning('/documents/expiryGraceDays', 'is over 365: documents that ran out more than a year ago are accepted'),
  ),
  found('a grace of a year', aPolicyWith('documents', { expiryGraceDays: 365 })),
  found(
    'names that need not be the same',
    aPolicy({ names: { pass: 79.9 } }),
    warning('/names/pass', 'is under 80: names pass for one of which each has a word that the other has not'),
  ),
  found(
    'limits of pictures that no check holds them to',
    {
      ...withoutChecks('document_quality'),
      images: {
        minSide: 800,
        minSharpness: 0.2,
        minBrightness: 0.2,
        maxGlare: 0.1,
        minColour: 0.02,
        maxCutEdges: 1,
      },
    },
    warning('/images', 'are not judged: document_quality is not among the checks'),
  ),
  found(
    'a share of no approvals at all',
    aPolicy({
      sampling: 0.1,
      checks: { ...aPolicy().checks, device: 'required' },
      optionalSteps: ['document_back'],
    }),
    error('/checks/device', 'can never pass: no step asks for device'),
    error('', 'nobody can be approved, not even with a flawless passport (review: device_event_missing)'),
    warning('/sampling', 'there is no approval of which a share could be looked at'),
  ),
  found(
    'an age that no check asks about',
    withoutChecks('document_age'),
    warning('/minimumAge', 'is not judged: document_age is not among the checks'),
  ),
  found(
    'counts that no check looks at',
    {
      ...withoutChecks('duplicates', 'velocity'),
      duplicates: { document: 0, person: null, image: null, device: null },
      velocity: { windowSeconds: 60, document: null, device: null, reference: 10 },
    },
    warning('/duplicates', 'are not judged: duplicates is not among the checks'),
    warning('/velocity', 'is not judged: velocity is not among the checks'),
  ),
  found(
    'fewer attempts in a window than the person has',
    aPolicyWith('velocity', { document: 2, reference: 3 }),
    warning('/velocity/document', 'is under maxAttempts: who needs the last attempt has had too many'),
  ),
];

/** No licence of a State that is accepted can be drawn. */
const untriedLicence = warning(
  '/documents/types/3',
  'was not tried: no specimen of driving licence can be drawn for a country that is accepted, and perhaps nobody can be approved with one',
);

const listed: readonly LintCase[] = [
  found(
    'a policy that accepts no document',
    aPolicyWith('documents', { types: [] }),
    error('/documents/types', 'is empty: no document is accepted'),
  ),
  found(
    'a policy that accepts no country',
    aPolicyWith('documents', { allowedCountries: [] }),
    error('/documents/allowedCountries', 'leaves no country whose documents are accepted'),
  ),
  found(
    'a policy that denies all that it allows',
    aPolicyWith('documents', { allowedCountries: ['SWE'], deniedCountries: ['SWE'] }),
    error('/documents/allowedCountries', 'leaves no country whose documents are accepted'),
    warning('/documents/deniedCountries/0', 'SWE is allowed and denied: denied counts'),
  ),
  found(
    'a policy that denies what it does not allow',
    aPolicyWith('documents', { allowedCountries: ['SWE', 'DEU'], deniedCountries: ['SWE', 'UTO'] }),
    warning('/documents/deniedCountries/0', 'SWE is allowed and denied: denied counts'),
    warning('/documents/deniedCountries/1', 'UTO is not allowed anyway'),
    untriedLicence,
  ),
  found(
    'codes that no document has',
    aPolicyWith('documents', { allowedCountries: ['SWE', 'GER', 'UNO', 'RKS'] }),
    warning('/documents/allowedCountries/1', 'GER is no code of ISO 3166-1 or ICAO 9303-3: no document has it'),
    untriedLicence,
  ),
  found(
    'a country that is denied by another code of its own',
    aPolicyWith('documents', { allowedCountries: ['SWE', 'RKS'], deniedCountries: ['XKX'] }),
    warning('/documents/deniedCountries/0', 'XKX is allowed and denied: denied counts'),
    untriedLicence,
  ),
  found(
    'lists that no check looks at',
    withoutChecks('document_type'),
    warning('/documents', 'types and countries are not judged: document_type is not among the checks'),
  ),
];

/** Policies with thresholds and lists. */
export const bandCases: readonly LintCase[] = [...banded, ...listed];
