import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';
import { aPolicy, aPolicyWith } from '../../../support/builders/policies.ts';
import { approved, error, found, type LintCase, warning, withActions, withoutChecks } from './lint-case.ts';

const optionally = (...names: readonly CheckName[]): FlatPolicy =>
  aPolicy({ checks: { ...aPolicy().checks, ...Object.fromEntries(names.map((name) => [name, 'optional' as const])) } });

const licencePolicy = (over: Partial<FlatPolicy['documents']> = {}): FlatPolicy => ({
  ...aPolicyWith('documents', { types: ['driving_licence'], ...over }),
  checks: { ...withoutChecks('document_mrz').checks, document_barcode: 'required' },
  steps: ['consent', 'document_front', 'document_back', 'liveness'],
  optionalSteps: ['device'],
});

const untried = (type: string): string =>
  `was not tried: no specimen of ${type} can be drawn for a country that is accepted, and perhaps nobody can be approved with one`;

const unrequired: readonly LintCase[] = [
  found(
    'a policy that does not look for a live person',
    optionally('liveness'),
    error('/checks/liveness', 'must be required: nothing else says that a live person was there'),
  ),
  found(
    'a policy that does not compare the faces',
    withoutChecks('face_match'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('face_match', 'without a comparison of the faces'),
    approved('face_match', 'whose faces could not be compared'),
    approved('face_match', 'with a document without a face'),
    approved('face_match', 'with the document of somebody else'),
  ),
  found(
    'a policy that compares the faces where it can',
    optionally('face_match'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('face_match', 'without a comparison of the faces'),
  ),
  found(
    'a policy that asks for neither, and approves whoever leaves them out',
    optionally('face_match', 'liveness'),
    error('/checks/liveness', 'must be required: nothing else says that a live person was there'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('liveness', 'without liveness'),
    approved('face_match', 'without a comparison of the faces'),
  ),
  found(
    'a policy that requires no machine-readable part',
    withoutChecks('document_mrz'),
    error('/checks', 'document_mrz or document_barcode must be required: what is printed alone proves nothing'),
    approved('document_mrz', 'with a wrong check digit'),
  ),
  found(
    'a policy that does not compare the parts of a document',
    withoutChecks('document_consistency'),
    error('/checks/document_consistency', 'must be required: nothing else says whether the parts of a document agree'),
    approved('document_consistency', 'with another name in print than in the zone'),
    approved('document_consistency', 'with the document of somebody else on the back'),
  ),
  found(
    'a policy that takes documents that ran out',
    withActions({ document_expired: 'info' }, optionally('document_expiry')),
    error('/checks/document_expiry', 'must be required: nothing else says whether a document is valid'),
    approved('document_expiry', 'with a document that ran out'),
    warning('/actions/document_expired', 'is laxer: by itself it is retry'),
  ),
];

const unasked: readonly LintCase[] = [
  found(
    'a policy that requires a device and asks for none',
    aPolicy({ checks: { ...aPolicy().checks, device: 'required' }, optionalSteps: ['document_back'] }),
    error('/checks/device', 'can never pass: no step asks for device'),
    error('', 'nobody can be approved, not even with a flawless passport (review: device_event_missing)'),
  ),
  found(
    'a policy that requires a device and leaves it to the person',
    aPolicy({ checks: { ...aPolicy().checks, device: 'required' } }),
    warning('/checks/device', 'is required, and device only optional: without it the checks begin and cannot pass'),
  ),
  found(
    'a policy that never asks for consent',
    aPolicy({ steps: ['document_front', 'liveness'] }),
    error('/checks/liveness', 'can never pass: no step asks for consent'),
    error('/checks/face_match', 'can never pass: no step asks for consent'),
    error('', 'nobody can be approved, not even with a flawless passport (review: checks_incomplete)'),
  ),
  found(
    'a policy that asks for consent too late',
    aPolicy({ steps: ['document_front', 'liveness', 'consent'] }),
    warning('/steps/2', 'comes after liveness, which is refused before it'),
  ),
  found(
    'a policy that asks for something at which no check looks',
    aPolicy({
      checks: Object.fromEntries(
        Object.entries(aPolicy().checks).filter(([name]) => !['device', 'duplicates', 'velocity'].includes(name)),
      ),
    }),
    warning('/optionalSteps/1', 'device is asked for, and no check looks at it'),
  ),
  found(
    'a policy that asks for a step twice',
    aPolicy({ optionalSteps: ['document_back', 'liveness'] }),
    warning('/optionalSteps/1', 'liveness is required already'),
  ),
  found(
    'a policy whose cards have no back',
    aPolicy({ optionalSteps: ['device'] }),
    warning('/documents/types/1', 'a flawless id card is not approved (retry: document_back_missing)'),
    warning('/documents/types/2', 'a flawless residence permit is not approved (retry: document_back_missing)'),
    warning('/documents/types/3', 'a flawless driving licence is not approved (retry: document_back_missing)'),
  ),
  found(
    'a policy for zones that takes driving licences, too, whose barcodes answer for them',
    aPolicyWith('documents', { types: ['driving_licence', 'passport'] }),
  ),
  found(
    'a policy for zones that takes driving licences and does not look at their barcodes',
    {
      ...withoutChecks('document_barcode'),
      documents: { ...aPolicy().documents, types: ['driving_licence', 'passport'] },
    },
    warning('/documents/types/0', 'a flawless driving licence is not approved (review: checks_incomplete)'),
  ),
  found('a policy for driving licences of North America', licencePolicy()),
  found(
    'a policy for licences of which nobody knows a machine-readable part',
    licencePolicy({ allowedCountries: ['DEU'] }),
    warning('/documents/types/0', untried('driving licence')),
  ),
  found(
    'a policy for documents of any other kind',
    aPolicyWith('documents', { types: ['other'] }),
    warning('/documents/types/0', untried('other')),
  ),
  found(
    'a policy that takes licences without looking at their zones, and cards',
    licencePolicy({ types: ['driving_licence', 'id_card'] }),
    warning('/documents/types/1', 'a flawless id card is not approved (review: checks_incomplete)'),
  ),
  found(
    'a policy that does not heed the signs of a forgery',
    withoutChecks('document_authenticity'),
    warning('/checks/document_authenticity', 'is absent: nothing else heeds the signs of a forgery that a reader saw'),
  ),
  found(
    'a policy for driving licences without their back',
    { ...licencePolicy(), steps: ['consent', 'document_front', 'liveness'] },
    error('/checks/document_barcode', 'can never pass: no step asks for document_back'),
    error('', 'nobody can be approved, not even with a flawless driving licence (retry: document_back_missing)'),
  ),
  found(
    'a policy under which reviewers go over biometrics',
    aPolicy({ biometricOverride: ['face_match'] }),
    warning('/biometricOverride/0', 'a reviewer alone may approve although face_match has not passed'),
  ),
];

const weekly = (retention: FlatPolicy['retention']): FlatPolicy => ({
  ...aPolicyWith('velocity', { windowSeconds: 604_800 }),
  approvalDays: 180,
  ...(retention !== undefined && { retention }),
});

const uncounted = 'is less than the window of velocity: what is erased is not counted';

const unkept: readonly LintCase[] = [
  found(
    'a policy that erases approvals which stand',
    weekly({ approvedDays: 179, declinedDays: null, unfinishedDays: 7 }),
    warning('/retention/approvedDays', 'is less than approvalDays: an approval that stands is erased'),
  ),
  found(
    'a policy that erases what it would count',
    weekly({ approvedDays: 180, declinedDays: 6, unfinishedDays: 1 }),
    warning('/retention/declinedDays', uncounted),
    warning('/retention/unfinishedDays', uncounted),
  ),
  found('a policy that says of nothing when it goes', weekly(null)),
];

/** The checks and signs that a policy must require, and its retention. */
export const needCases: readonly LintCase[] = [...unrequired, ...unasked, ...unkept];
