import { sameCountry } from '../../../evidence/compare/compare.ts';
import { countryIn } from '../../../evidence/compare/countries.ts';
import { countriesOf, machineRead, typeOf } from '../../../evidence/document-facts.ts';
import type { FileEvidence, ReadingEvidence } from '../../../evidence/evidence.ts';
import { adding, type Edit, type EditsOf, editing, markOf, type Scene } from '../edit.ts';
import { otherReading } from './other-document.ts';
import { withCode, withRightDigits, withState } from './zone-lines.ts';

/** A hypothetical photo of the front. */
const frontOf = (scene: Scene): FileEvidence => ({
  kind: 'file',
  file: { id: 'wouldbeafront01', kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'wouldbe' },
  ...markOf(scene),
});

/** The machine-read fields that the checks of the document need. */
const needed = ['last_name', 'document_number', 'date_of_birth', 'date_of_expiry', 'issuing_country'] as const;

/** Whether the current document is usable: its type is accepted and it has every required field. */
const isReadable = ({ facts, policy }: Scene): boolean => {
  const read = (facts && machineRead(facts))?.fields;
  const type = facts && typeOf(facts)?.type;
  const isZoneLacking = !facts?.mrz && policy.checks.document_mrz === 'required';
  const isBarcodeLacking = !facts?.barcode && policy.checks.document_barcode === 'required';
  if (!read || !type || isZoneLacking || isBarcodeLacking) return false;
  return needed.every((name) => read[name]) && policy.documents.types.includes(type);
};

const unreadable = ({ inForce: { front, reading } }: Scene): string | null => {
  if (reading) return 'as it was read';
  return front ? 'not read' : null;
};

/**
 * Substitutes a legible photo of an accepted document that agrees with the claims, or adds it if there is no document.
 */
const anotherDocument: EditsOf = (scene) => {
  const { back, front } = scene.inForce;
  const read = isReadable(scene) ? null : otherReading(scene, acceptedCountry(scene));
  if (!read) return [];
  const photo = front?.item ?? frontOf(scene);
  const evidence: ReadingEvidence = {
    kind: 'document_reading',
    id: 'wouldbeareading',
    frontFileId: photo.file.id,
    backFileId: back?.item.file.id ?? null,
    reading: read,
    ...markOf(scene),
  };
  return [
    adding(scene, front ? [evidence] : [photo, evidence], {
      what: 'document',
      noun: 'The document',
      from: unreadable(scene),
      to: 'legible and accepted',
      size: 4,
    }),
  ];
};

/** Changes the lines of the machine-readable zone. */
const rewritten = (scene: Scene, lines: readonly string[] | null, edit: Omit<Edit, 'next'>): readonly Edit[] => {
  const { reading } = scene.inForce;
  if (!reading || !lines || lines.join() === reading.item.reading.mrzLines?.join()) return [];
  return [editing(scene, [reading], (item) => ({ ...item, reading: { ...item.reading, mrzLines: lines } }), edit)];
};

const digitMends: EditsOf = (scene) => {
  const lines = scene.facts?.reading.mrzLines;
  if (!lines || scene.facts?.mrz?.valid !== false) return [];
  const right = withRightDigits(lines);
  return rewritten(scene, right, {
    what: 'zone.check_digits',
    noun: 'The machine-readable zone',
    from: lines.join('\n'),
    to: right?.join('\n') ?? null,
    size: 1,
  });
};

const accepts = ({ policy: { documents } }: Scene, country: string): boolean => {
  const isOneOf = (codes: readonly string[]): boolean => codes.some((code) => sameCountry(code, country));
  const { allowedCountries, deniedCountries } = documents;
  return (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
};

/** A country that the policy accepts, or `null` if none is known. The claimed country is preferred. */
const acceptedCountry = (scene: Scene): string | null => {
  const claimed = countryIn(scene.inForce.claimed?.item.claimed.country ?? '');
  const some = scene.policy.documents.allowedCountries ?? ['UTO', 'SWE', 'DEU', 'FRA', 'USA'];
  return [...(claimed === null ? [] : [claimed]), ...some].find((country) => accepts(scene, country)) ?? null;
};

/** Changes the country of the document in its machine-readable zone and its printed fields. */
const countryMends: EditsOf = (scene) => {
  const { reading } = scene.inForce;
  const from = (scene.facts && countriesOf(scene.facts)[0]?.value) ?? null;
  const to = acceptedCountry(scene);
  if (!reading || from === null || to === null) return [];
  if (countryIn(from) !== null && accepts(scene, from)) return [];
  const moved = ({ reading: read, ...item }: ReadingEvidence): ReadingEvidence => {
    const { issuing_country: printed, ...fields } = read.fields;
    return {
      ...item,
      reading: {
        ...read,
        issuingCountry: read.issuingCountry === null ? null : to,
        mrzLines: read.mrzLines && withState(read.mrzLines, to),
        fields: printed ? { ...fields, issuing_country: { ...printed, value: to } } : fields,
      },
    };
  };
  const edit = { what: 'document.issuing_country', noun: 'The issuing country', from, to, size: 1 };
  return [editing(scene, [reading], moved, edit)];
};

const codes = { passport: 'P<', id_card: 'I<', residence_permit: 'IR', visa: 'V<' } as const;

/** Changes the document code of the machine-readable zone to another type that the policy accepts. */
const typeMends: EditsOf = (scene) => {
  const lines = scene.facts?.reading.mrzLines;
  const from = scene.facts?.mrz?.documentCode;
  const { types } = scene.policy.documents;
  if (!lines || from === undefined) return [];
  return (['passport', 'id_card', 'residence_permit', 'visa'] as const).flatMap((type) => {
    if (!types.includes(type)) return [];
    const edit = { what: 'document.type', noun: "The code of the document's type", from, to: codes[type], size: 1 };
    return rewritten(scene, withCode(lines, codes[type]), edit);
  });
};

/** Finds the perturbations that make the document legible and accepted. */
export const documentMends: EditsOf = (scene) =>
  [digitMends, countryMends, typeMends, anotherDocument].flatMap((edits) => edits(scene));
