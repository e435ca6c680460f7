import { type BarcodeFacts, type DocumentFacts, expectedPart, sameCountry } from '@portcullis/documents';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import { type CheckInput, failed, notApplicable, passedOrFailed } from './shared/check-result.ts';
import { isBackMissing, readingReasons, unverifiableReason, withDocumentFacts } from './shared/document-check.ts';

const barcodeDetail = (name: string, value: string | number | null): CheckDetail => ({
  kind: 'value',
  name,
  value,
  source: 'barcode',
});

/** The details of the barcode: whether it was parsed, its version and its issuer. */
const barcodeDetails = (facts: BarcodeFacts | null): readonly CheckDetail[] =>
  facts
    ? [
        barcodeDetail('barcode', 'parsed'),
        barcodeDetail('aamva_version', facts.version),
        barcodeDetail('issuer', facts.issuer),
        barcodeDetail('issuing_jurisdiction', facts.issuingJurisdiction),
      ]
    : [barcodeDetail('barcode', 'unknown')];

/**
 * The latest version of the AAMVA standard. Versions count from 1 (2000) to 11 (2025); 0 marks older cards, which have
 * all expired.
 */
const latestAamvaVersion = 11;

/** Returns the reasons against the barcode: an unknown issuer or version, or a country that is not the issuer's. */
const barcodeReasons = ({ fields, issuingJurisdiction: issuer, version }: BarcodeFacts): readonly ReasonCode[] => {
  const country = fields.issuing_country;
  const isKnown = issuer !== null && version >= 1 && version <= latestAamvaVersion;
  const isOtherCountry = issuer !== null && country !== undefined && !sameCountry(issuer.slice(0, 2), country);
  return [
    ...(isOtherCountry ? (['barcode_mismatch'] as const) : []),
    ...(isKnown ? [] : (['data_inconsistent'] as const)),
  ];
};

/** Names the side that needs another photo. It is the front if the barcode was seen there and no back was supplied. */
const unreadableReason = ({ back, reading }: CurrentEvidence): ReasonCode =>
  back === null && reading?.value.backFileId === null ? 'document_unreadable' : 'barcode_unreadable';

/**
 * Why a barcode is needed that is on no picture: its side was not supplied, or its State puts one on every document.
 */
const missingReason = (facts: DocumentFacts, { currentEvidence, policy }: CheckInput): ReasonCode | null => {
  if (unverifiableReason(facts, policy)) return null;
  if (isBackMissing(facts.reading, currentEvidence)) return 'document_back_missing';
  return expectedPart(facts) === 'barcode' ? 'barcode_unreadable' : null;
};

/**
 * Checks whether the PDF417 barcode parses and names a known issuer, if the document has a barcode. If a barcode was
 * detected but could not be decoded, another photo is requested, except if the machine-readable zone is valid:
 * passports have patterns that look like a barcode, and cards have barcodes of other standards. A barcode of a standard
 * other than AAMVA counts as absent. If the policy requires this check, a valid machine-readable zone does not replace
 * an unreadable barcode.
 */
export const documentBarcode: CheckModule<'document_barcode'> = {
  name: 'document_barcode',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'document_unreadable',
    'barcode_unreadable',
    'barcode_mismatch',
    'data_inconsistent',
  ],
  defaultRequirement: 'optional',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front', 'document_back'], optional: [], rejected: ['document_front', 'document_back'] },
  run: withDocumentFacts((facts, input, indexes) => {
    const { barcode, mrz, reading } = facts;
    const { currentEvidence, policy } = input;
    const extras = { source: 'barcode' } as const;
    if (reading.barcode === null) {
      const reason = mrz === null ? missingReason(facts, input) : null;
      return reason ? failed([reason], indexes, extras) : notApplicable;
    }
    if (reading.barcode.state === 'unreadable') {
      const details = [barcodeDetail('barcode', 'unreadable')];
      const isRequired = !mrz?.valid || policy.checks.document_barcode === 'required';
      return isRequired
        ? failed([unreadableReason(currentEvidence)], indexes, { ...extras, details })
        : { ...notApplicable, details };
    }
    const details = barcodeDetails(barcode);
    return barcode
      ? passedOrFailed(barcodeReasons(barcode), indexes, { ...extras, details })
      : { ...notApplicable, details };
  }),
};
