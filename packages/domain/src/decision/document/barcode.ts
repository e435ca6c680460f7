import { failed, notApplicable, passed } from '../answer.ts';
import { withFacts } from './shared.ts';

/** Does the PDF417 parse, where the document has one? One that was seen and could not be read is asked for again; none is none. */
export const documentBarcode = withFacts(({ barcode, reading }, _, places) => {
  if (reading.barcode === null) return notApplicable;
  const extras = { source: 'barcode' } as const;
  if (reading.barcode.state === 'unreadable') return failed(['barcode_unreadable'], places, extras);
  return barcode === null ? notApplicable : passed(places, extras);
});
