import type { Policy } from '@portcullis/domain';
import type { CheckName, FlatPolicy, PolicyPath, PolicyWithPaths } from '@portcullis/domain/checks';
import { aProductionPolicy } from '../../../support/builders/policies.ts';
import { error, type LintCase, warning } from './lint-case.ts';

const { checks, optionalSteps, steps, ...common } = aProductionPolicy();

const without = (from: FlatPolicy['checks'], ...names: readonly CheckName[]): FlatPolicy['checks'] =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.some((each) => each === name)));

/** The checks of every path here. */
const always: FlatPolicy['checks'] = { device: 'optional', duplicates: 'optional', velocity: 'optional' };

const ofPaths = without(checks, 'device', 'duplicates', 'velocity');

const zone: PolicyPath = { id: 'zone', steps, optionalSteps, checks: ofPaths };

/** Licences by their barcodes, whatever zone they have. */
const licence: PolicyPath = {
  id: 'licence',
  steps: ['consent', 'document_front', 'document_back', 'liveness'],
  optionalSteps: ['device'],
  checks: { ...without(ofPaths, 'document_mrz'), document_barcode: 'required' },
};

const withPaths = (paths: readonly PolicyPath[], over: Partial<PolicyWithPaths> = {}): PolicyWithPaths => ({
  ...common,
  always,
  ...over,
  paths,
});

const found = (sentence: string, policy: Policy, ...findings: LintCase['findings']): LintCase => ({
  sentence,
  policy,
  findings,
});

/** Halves of a proof: the document in one path, the person in the other. */
export const halvesOfProof = withPaths([
  { ...zone, id: 'half', steps: ['document_front'], checks: without(zone.checks, 'liveness', 'face_match') },
  {
    id: 'other',
    steps: ['consent', 'document_front', 'liveness'],
    optionalSteps: [],
    checks: { document_quality: 'required', liveness: 'required', face_match: 'required' },
  },
]);

const licenceWith = (over: Partial<PolicyPath>): readonly PolicyPath[] => [zone, { ...licence, ...over }];

/** Policies with paths. */
export const pathCases: readonly LintCase[] = [
  found('one path that is the standard policy', withPaths([{ ...zone, id: 'document' }])),
  found('two paths, each with a proof of its own', withPaths([zone, licence])),
  found(
    'a path that does not compare the faces, beside one that does',
    withPaths(licenceWith({ checks: without(licence.checks, 'face_match') })),
    error('/paths/1/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    ...[
      'without a comparison of the faces',
      'whose faces could not be compared',
      'with a document without a face',
      'with the document of somebody else',
    ].map((kind) => error('/paths/1/checks/face_match', `a case ${kind} is approved`)),
  ),
  found(
    'a path that never asks for what it requires',
    withPaths(licenceWith({ steps: ['consent', 'document_front', 'liveness'] })),
    error('/paths/1/checks/document_barcode', 'can never pass: no step of the path licence asks for document_back'),
    error('/paths/1', 'nobody can be approved, not even with a flawless passport (review: checks_incomplete)'),
  ),
  found(
    'a check of every path that no step of one path asks for',
    withPaths(licenceWith({ optionalSteps: [] }), { always: { ...always, device: 'required' } }),
    error('/always/device', 'can never pass: no step of the path licence asks for device'),
    error(
      '/paths/1',
      'nobody can be approved, not even with a flawless passport (review: device_event_missing, checks_incomplete)',
    ),
    warning('/always/device', 'is required, and device only optional: without it the checks begin and cannot pass'),
  ),
  found(
    'two paths of the same checks',
    withPaths(licenceWith({ checks: zone.checks })),
    error('/paths/1/checks', 'are those of the path zone: both are one path'),
  ),
  found(
    'a path after one that asks for less',
    withPaths([zone, { ...zone, id: 'stricter', checks: { ...zone.checks, claimed_data: 'required' } }]),
    warning('/paths/1', 'is never used: whoever completes it has completed the path zone before it'),
  ),
  found(
    'a part of a proof that is demanded of every path',
    withPaths(
      [zone, licence].map((path) => ({ ...path, checks: without(path.checks, 'liveness') })),
      { always: { ...always, liveness: 'required' } },
    ),
    error('/always/liveness', 'is a part of what a path proves: it belongs to each path that needs it'),
  ),
  found(
    'limits that one path does not heed',
    withPaths(licenceWith({ checks: without(licence.checks, 'document_age', 'document_type') })),
    warning('/minimumAge', 'is not judged: document_age is not among the checks of the path licence'),
    warning(
      '/documents',
      'types and countries are not judged: document_type is not among the checks of the path licence',
    ),
  ),
  found(
    'actions for reasons that one path gives, or in one path alone leaves failed',
    withPaths(licenceWith({ checks: { ...licence.checks, document_quality: 'optional' } }), {
      actions: { barcode_mismatch: 'decline', document_glare: 'info' },
    }),
    warning('/actions/document_glare', 'is laxer: by itself it is retry'),
  ),
];
