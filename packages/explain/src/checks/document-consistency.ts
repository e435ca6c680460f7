import {
  type DocumentFacts,
  dayOf,
  documentSides,
  type FieldName,
  fieldNames,
  machineRead,
  misreadPersonalNumber,
  typeOf,
  unreadSide,
} from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { barcodeImprovements, changeMrzLines, changeReading } from '../counterfactuals/change-reading.ts';
import { fieldLabels } from '../counterfactuals/field-labels.ts';
import { withCheckDigits } from '../counterfactuals/mrz-lines.ts';
import { nationalityImprovements } from '../counterfactuals/nationality.ts';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { hasBackStep, type SampleCase, type SampleEvidence, withDocument } from '../sample-case/sample-case.ts';
import { sampleDocument } from '../sample-case/sample-document.ts';
import type { CheckTwin } from './check-twin.ts';

/** Lets the holder's own number have the digits that its letters look like. */
const personalNumberImprovements: FindPerturbations = (context) => {
  const { fields, lines = [] } = context.facts?.mrz ?? {};
  const from = fields?.personal_number ?? '';
  const to = misreadPersonalNumber(fields?.issuing_country ?? '', from);
  return to === null
    ? []
    : changeMrzLines(context, withCheckDigits(lines.map((line) => line.replace(from, to))), {
        what: 'mrz.personal_number',
        label: "The holder's own number in the machine-readable zone",
        from,
        to,
        size: 1,
      });
};

const printedPerturbation = (context: ExplainContext, name: FieldName, to: string | null): readonly Perturbation[] => {
  const from = context.facts?.reading.fields[name];
  const perturbation = {
    what: `printed.${name}`,
    label: `The printed ${fieldLabels[name]}`,
    from: from?.value ?? null,
    to,
    size: 1,
  };
  return changeReading(
    context,
    ({ fields: { [name]: before, ...others }, ...rest }) => ({
      ...rest,
      fields: to === null ? others : { ...others, [name]: { value: to, confidence: before?.confidence ?? 1 } },
    }),
    perturbation,
  );
};

/** Changes every printed field to its machine-read value. The two numbers are also added if they were not printed. */
const printImprovements: FindPerturbations = (context) => {
  const { facts } = context;
  const machine = facts && machineRead(facts);
  if (!facts || !machine) return [];
  return fieldNames.flatMap((name) => {
    const read = machine.fields[name];
    const seen = facts.reading.fields[name]?.value;
    const isAdded = seen === undefined && (name === 'document_number' || name === 'personal_number');
    return read !== undefined && read !== seen && (seen !== undefined || isAdded)
      ? printedPerturbation(context, name, read)
      : [];
  });
};

/** Changes the date of issue, which no machine-readable zone has, to today or to none. */
const issueDateImprovements: FindPerturbations = (context) => {
  const seen = context.facts?.reading.fields.date_of_issue?.value;
  if (seen === undefined) return [];
  const today = dayOf(context.now);
  return [
    ...(seen > today ? printedPerturbation(context, 'date_of_issue', today) : []),
    ...printedPerturbation(context, 'date_of_issue', null),
  ];
};

/** Changes the country and the type that the reader names for the document as a whole. */
const documentLevelImprovements: FindPerturbations = (context) => {
  const { facts } = context;
  const machine = facts && machineRead(facts);
  if (!facts || !machine) return [];
  const { documentType, issuingCountry } = facts.reading;
  const country = machine.fields.issuing_country;
  const type = typeOf(facts)?.type;
  return [
    ...(country !== undefined && issuingCountry !== null && issuingCountry !== country
      ? changeReading(context, (reading) => ({ ...reading, issuingCountry: country }), {
          what: 'printed.country',
          label: 'The country that the photo shows',
          from: issuingCountry,
          to: country,
          size: 1,
        })
      : []),
    ...(type !== undefined && documentType !== null && documentType !== type
      ? changeReading(context, (reading) => ({ ...reading, documentType: type }), {
          what: 'printed.type',
          label: 'The type of document that the photo shows',
          from: documentType,
          to: type,
          size: 1,
        })
      : []),
  ];
};

const confidenceImprovements: FindPerturbations = (context) => {
  const least = context.policy.documents.minReaderConfidence;
  const fields = Object.values(context.facts?.reading.fields ?? {});
  const from = Math.min(...fields.map(({ confidence }) => confidence));
  if (least === null || from >= least) return [];
  const withLeastConfidence = (reading: DocumentReading): DocumentReading => ({
    ...reading,
    fields: Object.fromEntries(
      Object.entries(reading.fields).map(([name, { value, confidence }]) => [
        name,
        { value, confidence: Math.max(confidence, least) },
      ]),
    ),
  });
  return changeReading(context, withLeastConfidence, {
    what: 'reader.confidence',
    label: 'The least confidence of the reader in what is printed',
    from,
    to: least,
    bound: { kind: 'at least' },
    size: relativeDistance(from, least, 1),
  });
};

const otherReaderImprovements: FindPerturbations = (context) => {
  const { mrzLines, otherZone } = context.facts?.reading ?? {};
  if (!mrzLines || !otherZone || otherZone.mrzLines.join() === mrzLines.join()) return [];
  return changeReading(context, (reading) => ({ ...reading, otherZone: { ...otherZone, mrzLines } }), {
    what: 'zone.other_reader',
    label: 'The machine-readable zone as the other reader saw it',
    from: otherZone.mrzLines.join('\n'),
    to: mrzLines.join('\n'),
    size: 1,
  });
};

/** Whether what a machine reads is on the back alone: the MRZ of a card of three lines, and a barcode. */
const isForBack = (facts: DocumentFacts): boolean =>
  machineRead(facts)?.source === 'barcode' || facts.mrz?.format === 'TD1';

/** Whether all that counts was read where it belongs, and nothing elsewhere. */
const isReadInPlace = (facts: DocumentFacts): boolean => {
  const { barcode, mrz, sides } = facts;
  if (!sides) return false;
  const { back, front } = sides;
  const isPrintOnFront = fieldNames.every((name) => !facts.reading.fields[name] || front.reading.fields[name]);
  return isForBack(facts)
    ? isPrintOnFront && !front.mrz && !front.barcode && back?.mrz === mrz && back.barcode === barcode
    : back === null && front.mrz === mrz && front.barcode === barcode;
};

/** Puts all that was read where it belongs: on the front, whose portrait is compared, or by machine on the back. */
const sideImprovements: FindPerturbations = (context) => {
  const { facts } = context;
  if (!facts || machineRead(facts) === null || isReadInPlace(facts)) return [];
  const { barcode, mrz, sides } = facts;
  const isOn = (side: DocumentFacts | null | undefined): boolean =>
    (mrz !== null && side?.mrz === mrz) || (barcode !== null && side?.barcode === barcode);
  const places = documentSides.filter((name) => isOn(sides?.[name]) || (name === 'back' && sides?.back));
  return changeReading(
    context,
    ({ barcode: text, fields, mrzLines, ...rest }) => ({
      ...rest,
      barcode: text,
      fields,
      mrzLines,
      sides: isForBack(facts)
        ? { front: { ...unreadSide, fields }, back: { ...unreadSide, barcode: text, mrzLines } }
        : { front: { barcode: text, fields, mrzLines }, back: null },
    }),
    {
      what: 'document.side',
      label: 'The side on which the document was read',
      from: sides && (places.join(' and ') || null),
      to: isForBack(facts) ? 'front in print and back by machine' : 'front',
      size: 1,
    },
  );
};

/** The fields that a card of two lines prints beside its MRZ and the portrait. */
const portraitPrint: readonly FieldName[] = ['last_name', 'first_name', 'document_number', 'date_of_birth'];

/** Adds in print beside the portrait what a card of two lines has there. */
const portraitPrintImprovements: FindPerturbations = (context) => {
  const { facts } = context;
  const format = facts?.mrz?.format;
  const read = facts?.mrz?.fields ?? {};
  const front = facts?.sides?.front.reading.fields;
  if (!front || (format !== 'TD2' && format !== 'FRENCH_NATIONAL_ID')) return [];
  const missing = portraitPrint.filter((name) => front[name] === undefined && read[name] !== undefined);
  if (missing.length === 0) return [];
  const added = Object.fromEntries(missing.map((name) => [name, { value: read[name] ?? '', confidence: 1 }]));
  const labelsOf = (names: readonly FieldName[]): string => names.map((name) => fieldLabels[name]).join(', ');
  return changeReading(
    context,
    ({ fields, sides, ...reading }) => ({
      ...reading,
      fields: { ...fields, ...added },
      ...(sides && { sides: { ...sides, front: { ...sides.front, fields: { ...front, ...added } } } }),
    }),
    {
      what: 'printed.beside_portrait',
      label: 'What was read in print beside the portrait',
      from: labelsOf(portraitPrint.filter((name) => front[name])) || null,
      to: labelsOf(portraitPrint.filter((name) => front[name] || missing.includes(name))),
      size: missing.length,
    },
  );
};

/** Lets every other photo of the profile say what the current one says. */
const otherPhotoImprovements: FindPerturbations = (context) => {
  const { earlierReadings, reading, readings } = context.currentEvidence;
  const others = [...earlierReadings, ...readings].filter(({ index }) => index !== reading?.index);
  if (!reading || others.length === 0) return [];
  return [
    changeEvidence(context, others, (item) => ({ ...item, reading: reading.value.reading }), {
      what: 'document.other_photos',
      label: 'What the other photos of the document say',
      from: 'something else',
      to: 'the same',
      size: 1,
    }),
  ];
};

/** A case whose front shows the applicant and whose back is the document of somebody else. */
const withForeignBack = (sampleCase: SampleCase): Partial<SampleEvidence> | null => {
  const { holder, policy, type } = sampleCase;
  if (!hasBackStep(policy)) return null;
  const { barcode, fields, mrzLines } = sampleDocument(type, holder);
  return withDocument(sampleCase, {}, { sides: { front: unreadSide, back: { barcode, fields, mrzLines } } });
};

/** Whether the parts of the document agree. */
export const documentConsistency: CheckTwin = {
  indispensableBecause: 'nothing else says whether the parts of a document agree',
  attackCases: [
    {
      name: 'with another name in print than in the zone',
      change: (sampleCase) =>
        withDocument(
          sampleCase,
          {},
          {
            fields: {
              ...sampleDocument(sampleCase.type, sampleCase.holder).fields,
              last_name: { value: 'Zubov', confidence: 1 },
              first_name: { value: 'Quy', confidence: 1 },
            },
          },
        ),
    },
    { name: 'with the document of somebody else on the back', change: withForeignBack },
  ],
  counterfactuals: {
    improvements: {
      reading: [
        printImprovements,
        personalNumberImprovements,
        issueDateImprovements,
        documentLevelImprovements,
        confidenceImprovements,
        otherReaderImprovements,
        sideImprovements,
        otherPhotoImprovements,
        portraitPrintImprovements,
        nationalityImprovements,
      ],
      barcode: [barcodeImprovements],
      substitute: [substituteDocument],
    },
    regressions: { document: [missingFrontRegressions] },
  },
};
