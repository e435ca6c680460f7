import {
  countriesOf,
  type FileEvidence,
  machineRead,
  parseCountry,
  type ReadingEvidence,
  sameCountry,
  typeOf,
} from '@portcullis/domain';
import { withCheckDigits, withDocumentCode, withIssuingState } from './mrz-lines.ts';
import {
  addEvidence,
  changeEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
  type Perturbation,
} from './perturbation.ts';
import { substituteReading } from './substitute-document.ts';

/** A hypothetical photo of the front. */
const hypotheticalFront = (context: ExplainContext): FileEvidence => ({
  kind: 'file',
  file: { id: 'wouldbeafront01', kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'wouldbe' },
  ...evidenceStamp(context),
});

/** The machine-read fields that the checks of the document need. */
const requiredFields = ['last_name', 'document_number', 'date_of_birth', 'date_of_expiry', 'issuing_country'] as const;

/** Whether the current document is usable: its type is accepted and it has every required field. */
const isUsable = ({ facts, policy }: ExplainContext): boolean => {
  const read = (facts && machineRead(facts))?.fields;
  const type = facts && typeOf(facts)?.type;
  const isMrzMissing = !facts?.mrz && policy.checks.document_mrz === 'required';
  const isBarcodeMissing = !facts?.barcode && policy.checks.document_barcode === 'required';
  if (!read || !type || isMrzMissing || isBarcodeMissing) return false;
  return requiredFields.every((name) => read[name]) && policy.documents.types.includes(type);
};

const readState = ({ currentEvidence: { front, reading } }: ExplainContext): string | null => {
  if (reading) return 'as it was read';
  return front ? 'not read' : null;
};

/**
 * Substitutes a legible photo of an accepted document that agrees with the claims, or adds it if there is no document.
 */
const substituteDocument: FindPerturbations = (context) => {
  const { back, front } = context.currentEvidence;
  const read = isUsable(context) ? null : substituteReading(context, acceptedCountry(context));
  if (!read) return [];
  const photo = front?.value ?? hypotheticalFront(context);
  const evidence: ReadingEvidence = {
    kind: 'document_reading',
    id: 'wouldbeareading',
    frontFileId: photo.file.id,
    backFileId: back?.value.file.id ?? null,
    reading: read,
    ...evidenceStamp(context),
  };
  return [
    addEvidence(context, front ? [evidence] : [photo, evidence], {
      what: 'document',
      label: 'The document',
      from: readState(context),
      to: 'legible and accepted',
      size: 4,
    }),
  ];
};

/** Changes the lines of the machine-readable zone. */
const changeMrzLines = (
  context: ExplainContext,
  lines: readonly string[] | null,
  perturbation: Omit<Perturbation, 'next'>,
): readonly Perturbation[] => {
  const { reading } = context.currentEvidence;
  if (!reading || !lines || lines.join() === reading.value.reading.mrzLines?.join()) return [];
  return [
    changeEvidence(
      context,
      [reading],
      (item) => ({ ...item, reading: { ...item.reading, mrzLines: lines } }),
      perturbation,
    ),
  ];
};

const checkDigitImprovements: FindPerturbations = (context) => {
  const lines = context.facts?.reading.mrzLines;
  if (!lines || context.facts?.mrz?.valid !== false) return [];
  const corrected = withCheckDigits(lines);
  return changeMrzLines(context, corrected, {
    what: 'zone.check_digits',
    label: 'The machine-readable zone',
    from: lines.join('\n'),
    to: corrected?.join('\n') ?? null,
    size: 1,
  });
};

const acceptsCountry = ({ policy: { documents } }: ExplainContext, country: string): boolean => {
  const isOneOf = (codes: readonly string[]): boolean => codes.some((code) => sameCountry(code, country));
  const { allowedCountries, deniedCountries } = documents;
  return (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
};

/** A country that the policy accepts, or `null` if none is known. The claimed country is preferred. */
const acceptedCountry = (context: ExplainContext): string | null => {
  const claimed = parseCountry(context.currentEvidence.claimed?.value.claimed.country ?? '');
  const candidates = context.policy.documents.allowedCountries ?? ['UTO', 'SWE', 'DEU', 'FRA', 'USA'];
  return (
    [...(claimed === null ? [] : [claimed]), ...candidates].find((country) => acceptsCountry(context, country)) ?? null
  );
};

/** Changes the country of the document in its machine-readable zone and its printed fields. */
const countryImprovements: FindPerturbations = (context) => {
  const { reading } = context.currentEvidence;
  const from = (context.facts && countriesOf(context.facts)[0]?.value) ?? null;
  const to = acceptedCountry(context);
  if (!reading || from === null || to === null) return [];
  if (parseCountry(from) !== null && acceptsCountry(context, from)) return [];
  const withCountry = ({ reading: read, ...item }: ReadingEvidence): ReadingEvidence => {
    const { issuing_country: printed, ...fields } = read.fields;
    return {
      ...item,
      reading: {
        ...read,
        issuingCountry: read.issuingCountry === null ? null : to,
        mrzLines: read.mrzLines && withIssuingState(read.mrzLines, to),
        fields: printed ? { ...fields, issuing_country: { ...printed, value: to } } : fields,
      },
    };
  };
  const perturbation = { what: 'document.issuing_country', label: 'The issuing country', from, to, size: 1 };
  return [changeEvidence(context, [reading], withCountry, perturbation)];
};

const documentCodes = { passport: 'P<', id_card: 'I<', residence_permit: 'IR', visa: 'V<' } as const;

/** Changes the document code of the machine-readable zone to another type that the policy accepts. */
const typeImprovements: FindPerturbations = (context) => {
  const lines = context.facts?.reading.mrzLines;
  const from = context.facts?.mrz?.documentCode;
  const { types } = context.policy.documents;
  if (!lines || from === undefined) return [];
  return (['passport', 'id_card', 'residence_permit', 'visa'] as const).flatMap((type) => {
    if (!types.includes(type)) return [];
    const perturbation = {
      what: 'document.type',
      label: "The code of the document's type",
      from,
      to: documentCodes[type],
      size: 1,
    };
    return changeMrzLines(context, withDocumentCode(lines, documentCodes[type]), perturbation);
  });
};

/** Finds the perturbations that make the document legible and accepted. */
export const documentImprovements: FindPerturbations = (context) =>
  [checkDigitImprovements, countryImprovements, typeImprovements, substituteDocument].flatMap((find) => find(context));
