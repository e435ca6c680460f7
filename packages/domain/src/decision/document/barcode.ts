import type { BarcodeFacts } from '../../evidence/barcode/parse-barcode.ts';
import { sameCountry } from '../../evidence/compare/compare.ts';
import type { InForce } from '../../evidence/in-force.ts';
import { failed, judged, notApplicable } from '../answer.ts';
import type { Sight } from '../checks.ts';
import type { ReasonCode } from '../reasons.ts';
import { isBackMissing, withFacts } from './shared.ts';

const sight = (name: string, value: string | number | null): Sight => ({
  kind: 'value',
  name,
  value,
  source: 'barcode',
});

/** The details of the barcode: whether it was parsed, its version and its issuer. */
const sightsOf = (facts: BarcodeFacts | null): readonly Sight[] =>
  facts
    ? [
        sight('barcode', 'parsed'),
        sight('aamva_version', facts.version),
        sight('issuer', facts.issuer),
        sight('issuing_jurisdiction', facts.issuingJurisdiction),
      ]
    : [sight('barcode', 'unknown')];

/**
 * The latest version of the AAMVA standard. Versions count from 1 (2000) to 11 (2025); 0 marks older cards, which have
 * all expired.
 */
const newestVersion = 11;

/** Returns the reasons against the barcode: an unknown issuer or version, or a country that is not the issuer's. */
const faultsOf = ({ fields, issuingJurisdiction: issuer, version }: BarcodeFacts): readonly ReasonCode[] => {
  const country = fields.issuing_country;
  const isKnown = issuer !== null && version >= 1 && version <= newestVersion;
  const isElsewhere = issuer !== null && country !== undefined && !sameCountry(issuer.slice(0, 2), country);
  return [
    ...(isElsewhere ? (['barcode_mismatch'] as const) : []),
    ...(isKnown ? [] : (['data_inconsistent'] as const)),
  ];
};

/** Names the side that needs another photo. It is the front if the barcode was seen there and no back was supplied. */
const unreadable = ({ back, reading }: InForce): ReasonCode =>
  back === null && reading?.item.backFileId === null ? 'document_unreadable' : 'barcode_unreadable';

/**
 * Checks whether the PDF417 barcode parses and names a known issuer, if the document has a barcode. If a barcode was
 * detected but could not be decoded, another photo is requested, except if the machine-readable zone is valid:
 * passports have patterns that look like a barcode, and cards have barcodes of other standards. A barcode of a standard
 * other than AAMVA counts as absent. If the policy requires this check, a valid machine-readable zone does not replace
 * an unreadable barcode.
 */
export const documentBarcode = withFacts(({ barcode, mrz, reading }, { inForce, policy }, places) => {
  const extras = { source: 'barcode' } as const;
  if (reading.barcode === null) {
    const isOnTheBack = mrz === null && isBackMissing(reading, inForce);
    return isOnTheBack ? failed(['document_back_missing'], places, extras) : notApplicable;
  }
  if (reading.barcode.state === 'unreadable') {
    const saw = [sight('barcode', 'unreadable')];
    const isNeeded = !mrz?.valid || policy.checks.document_barcode === 'required';
    return isNeeded ? failed([unreadable(inForce)], places, { ...extras, saw }) : { ...notApplicable, saw };
  }
  const saw = sightsOf(barcode);
  return barcode ? judged(faultsOf(barcode), places, { ...extras, saw }) : { ...notApplicable, saw };
});
