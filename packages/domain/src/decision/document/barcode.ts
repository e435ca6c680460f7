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

/** Whether it was read, and whose barcode it is. */
const sightsOf = (facts: BarcodeFacts | null): readonly Sight[] =>
  facts
    ? [
        sight('barcode', 'parsed'),
        sight('aamva_version', facts.version),
        sight('issuer', facts.issuer),
        sight('issuing_jurisdiction', facts.issuingJurisdiction),
      ]
    : [sight('barcode', 'unknown')];

/** The editions of the standard count from 1 (2000) to 11 (2025); 0 is for cards of before, which have all run out. */
const newestVersion = 11;

/** What does not fit: an issuer or an edition that there is not, or a country that is not the issuer's. */
const faultsOf = ({ fields, issuingJurisdiction: issuer, version }: BarcodeFacts): readonly ReasonCode[] => {
  const country = fields.issuing_country;
  const isKnown = issuer !== null && version >= 1 && version <= newestVersion;
  const isElsewhere = issuer !== null && country !== undefined && !sameCountry(issuer.slice(0, 2), country);
  return [
    ...(isElsewhere ? (['barcode_mismatch'] as const) : []),
    ...(isKnown ? [] : (['data_inconsistent'] as const)),
  ];
};

/** Of which side another photo is needed: of the front, where the barcode was seen there and there is no back. */
const unreadable = ({ back, reading }: InForce): ReasonCode =>
  back === null && reading?.item.backFileId === null ? 'document_unreadable' : 'barcode_unreadable';

/**
 * Does the PDF417 parse, where the document has one, and is it of an issuer that there is? One that was seen and could not
 * be read is asked for again, except beside a zone that is right: passports have patterns that look like one, and cards
 * barcodes of other standards. One of another standard than AAMVA's says nothing here, as if there were none. A policy
 * that requires the check does without neither.
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
