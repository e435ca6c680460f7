import type { BarcodeFacts } from '../../evidence/barcode/parse-barcode.ts';
import { failed, notApplicable, passed } from '../answer.ts';
import type { Sight } from '../checks.ts';
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

/**
 * Does the PDF417 parse, where the document has one? One that was seen and could not be read is asked for again. One of
 * another standard than AAMVA's says nothing here, as if there were none; a policy that requires the check sends both to
 * a person.
 */
export const documentBarcode = withFacts(({ barcode, mrz, reading }, { inForce }, places) => {
  const extras = { source: 'barcode' } as const;
  if (reading.barcode === null) {
    const isOnTheBack = mrz === null && isBackMissing(reading, inForce);
    return isOnTheBack ? failed(['document_back_missing'], places, extras) : notApplicable;
  }
  if (reading.barcode.state === 'unreadable') {
    const saw = [sight('barcode', 'unreadable')];
    return failed(['barcode_unreadable'], places, { ...extras, saw });
  }
  const saw = sightsOf(barcode);
  return barcode ? passed(places, { ...extras, saw }) : { ...notApplicable, saw };
});
