import { dayOf } from '../../../evidence/dates.ts';
import { machineRead, typeOf } from '../../../evidence/document-facts.ts';
import { type DocumentReading, type FieldName, fieldNames, signalCodes } from '../../../evidence/document-reading.ts';
import type { ReadingEvidence } from '../../../evidence/evidence.ts';
import type { Placed } from '../../../evidence/in-force.ts';
import { type Edit, type EditsOf, type EditValue, editing, type Scene, shareOf } from '../edit.ts';

/** Changes the current reading. */
const reread = (
  scene: Scene,
  read: (reading: DocumentReading) => DocumentReading,
  edit: Omit<Edit, 'next'>,
): readonly Edit[] => {
  const { reading } = scene.inForce;
  return reading ? [editing(scene, [reading], (item) => ({ ...item, reading: read(item.reading) }), edit)] : [];
};

/** Removes each signal from all photos of this attempt. */
const signalMends: EditsOf = (scene) => {
  const { reading, readings } = scene.inForce;
  const photos = [...new Map([...readings, ...(reading ? [reading] : [])].map((one) => [one.at, one])).values()];
  return signalCodes.flatMap((code) => {
    const showing = photos.filter(({ item }) => item.reading.signals.some((signal) => signal.code === code));
    if (showing.length === 0) return [];
    const without = (item: ReadingEvidence): ReadingEvidence => ({
      ...item,
      reading: { ...item.reading, signals: item.reading.signals.filter((signal) => signal.code !== code) },
    });
    return [editing(scene, showing, without, signalEdit(code, showing))];
  });
};

const signalEdit = (code: string, showing: readonly Placed<ReadingEvidence>[]): Omit<Edit, 'next'> => ({
  what: `signals.${code}`,
  noun: `The sign "${code}" on the photo`,
  from: Math.max(
    ...showing.flatMap(({ item }) =>
      item.reading.signals.flatMap((signal) => (signal.code === code ? [signal.confidence] : [])),
    ),
  ),
  to: null,
  size: 1,
});

const labels: Readonly<Record<FieldName, string>> = {
  last_name: 'last name',
  first_name: 'first name',
  document_number: 'document number',
  personal_number: 'personal number',
  issuing_country: 'issuing country',
  nationality: 'nationality',
  date_of_birth: 'date of birth',
  date_of_issue: 'date of issue',
  date_of_expiry: 'date of expiry',
  sex: 'sex',
};

const printed = (scene: Scene, name: FieldName, to: string | null): readonly Edit[] => {
  const from = scene.facts?.reading.fields[name];
  const edit = { what: `printed.${name}`, noun: `The printed ${labels[name]}`, from: from?.value ?? null, to, size: 1 };
  return reread(
    scene,
    ({ fields: { [name]: before, ...others }, ...rest }) => ({
      ...rest,
      fields: to === null ? others : { ...others, [name]: { value: to, confidence: before?.confidence ?? 1 } },
    }),
    edit,
  );
};

/** Changes every printed field to its machine-read value. The document number is also added if it was not printed. */
const printMends: EditsOf = (scene) => {
  const { facts } = scene;
  const machine = facts && machineRead(facts);
  if (!facts || !machine) return [];
  return fieldNames.flatMap((name) => {
    const read = machine.fields[name];
    const seen = facts.reading.fields[name]?.value;
    const isAdded = seen === undefined && name === 'document_number';
    return read !== undefined && read !== seen && (seen !== undefined || isAdded) ? printed(scene, name, read) : [];
  });
};

/** Changes the date of issue, which no machine-readable zone has, to today or to none. */
const issueMends: EditsOf = (scene) => {
  const seen = scene.facts?.reading.fields.date_of_issue?.value;
  if (seen === undefined) return [];
  const today = dayOf(scene.now);
  return [...(seen > today ? printed(scene, 'date_of_issue', today) : []), ...printed(scene, 'date_of_issue', null)];
};

/** Changes the country and the type that the reader names for the document as a whole. */
const wholeMends: EditsOf = (scene) => {
  const { facts } = scene;
  const machine = facts && machineRead(facts);
  if (!facts || !machine) return [];
  const { documentType, issuingCountry } = facts.reading;
  const country = machine.fields.issuing_country;
  const type = typeOf(facts)?.type;
  return [
    ...(country !== undefined && issuingCountry !== null && issuingCountry !== country
      ? reread(scene, (reading) => ({ ...reading, issuingCountry: country }), {
          what: 'printed.country',
          noun: 'The country that the photo shows',
          from: issuingCountry,
          to: country,
          size: 1,
        })
      : []),
    ...(type !== undefined && documentType !== null && documentType !== type
      ? reread(scene, (reading) => ({ ...reading, documentType: type }), {
          what: 'printed.type',
          noun: 'The type of document that the photo shows',
          from: documentType,
          to: type,
          size: 1,
        })
      : []),
  ];
};

const confidenceMends: EditsOf = (scene) => {
  const least = scene.policy.documents.minReaderConfidence;
  const fields = Object.values(scene.facts?.reading.fields ?? {});
  const from = Math.min(...fields.map(({ confidence }) => confidence));
  if (least === null || from >= least) return [];
  const sure = (reading: DocumentReading): DocumentReading => ({
    ...reading,
    fields: Object.fromEntries(
      Object.entries(reading.fields).map(([name, { value, confidence }]) => [
        name,
        { value, confidence: Math.max(confidence, least) },
      ]),
    ),
  });
  return reread(scene, sure, {
    what: 'reader.confidence',
    noun: 'The least confidence of the reader in what is printed',
    from,
    to: least,
    size: shareOf(from, least, 1),
  });
};

const otherZoneMends: EditsOf = (scene) => {
  const { mrzLines, otherZone } = scene.facts?.reading ?? {};
  if (!mrzLines || !otherZone || otherZone.mrzLines.join() === mrzLines.join()) return [];
  return reread(scene, (reading) => ({ ...reading, otherZone: { ...otherZone, mrzLines } }), {
    what: 'zone.other_reader',
    noun: 'The machine-readable zone as the other reader saw it',
    from: otherZone.mrzLines.join('\n'),
    to: mrzLines.join('\n'),
    size: 1,
  });
};

/** Removes the barcode, except if it is the only machine-read part, because then nothing would be left. */
const barcodeMends: EditsOf = (scene) => {
  const barcode = scene.facts?.reading.barcode ?? null;
  if (barcode === null || (barcode.state === 'read' && !scene.facts?.mrz)) return [];
  const from: EditValue = barcode.state;
  return reread(scene, (reading) => ({ ...reading, barcode: null }), {
    what: 'barcode',
    noun: 'The barcode',
    from,
    to: null,
    size: 1,
  });
};

/** Finds the perturbations of a reading that remove signals and make the parts of the document agree. */
export const readingMends: EditsOf = (scene) =>
  [signalMends, printMends, issueMends, wholeMends, confidenceMends, otherZoneMends, barcodeMends].flatMap((edits) =>
    edits(scene),
  );
