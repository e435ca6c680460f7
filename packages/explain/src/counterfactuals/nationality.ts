import { isStateCode, machineRead, parseCountry } from '@portcullis/documents';
import { changeReading } from './change-reading.ts';
import { withNationality } from './mrz-lines.ts';
import type { ExplainContext, FindPerturbations } from './perturbation.ts';
import { acceptedCountry } from './substitute-improvements.ts';

/** A nationality that is on the list: the one in print, or that of the issuing State. */
const listedNationality = (context: ExplainContext): string | null => {
  const { facts } = context;
  const read = (facts && machineRead(facts))?.fields;
  return (
    [facts?.reading.fields.nationality?.value, read?.nationality, read?.issuing_country]
      .map((text) => parseCountry(text ?? ''))
      .find((state) => state !== null) ?? acceptedCountry(context)
  );
};

/**
 * Changes a nationality that is on no list, or that the machine-readable zone does not show, to one that is (ICAO
 * 9303-3, section 5). It is changed in print too where that has another one.
 */
export const nationalityImprovements: FindPerturbations = (context) => {
  const { facts } = context;
  const machine = facts && machineRead(facts);
  const to = listedNationality(context);
  if (!facts || !machine || to === null) return [];
  const read = machine.fields.nationality;
  const printed = facts.reading.fields.nationality;
  const isReadListed = read === undefined ? facts.mrz === null : isStateCode(read);
  if (isReadListed && (!printed || parseCountry(printed.value) !== null)) return [];
  return changeReading(
    context,
    ({ fields, mrzLines, ...reading }) => ({
      ...reading,
      mrzLines: mrzLines && withNationality(mrzLines, to),
      fields: printed ? { ...fields, nationality: { ...printed, value: to } } : fields,
    }),
    { what: 'document.nationality', label: 'The nationality', from: read ?? printed?.value ?? null, to, size: 1 },
  );
};
