import type { Check, DocumentReading } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { cardLines, passportLines, printedFields } from '../builders/readings.ts';
import { type CheckCase, decidedAt } from './check-case.ts';

const answer = (status: Check['status'], ...reasons: Check['reasons']): Check => ({
  name: 'document_consistency',
  requirement: 'required',
  observed_at: decidedAt,
  evidence: [2],
  source: 'mrz',
  status,
  reasons,
});
const passes = answer('passed');
const fails = (...reasons: Check['reasons']): Check => answer('failed', ...reasons);

const read = (sentence: string, reading: Partial<DocumentReading>, expected: Check): CheckCase => ({
  sentence,
  file: aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }),
  expected,
});

const printed = printedFields(passportLines());
const sure = (value: string) => ({ value, confidence: 1 });
const anotherMrz = (mrzLines: readonly string[]) => ({ otherZone: { reader: 'local', mrzLines } });

/** A card whose MRZ has a document number of its own, beside the holder's number. */
const supported = cardLines({ number: 'BAA000589', optional: '99999999R' });

/** The results of the consistency check where two readers read an MRZ, or an MRZ lacks a field that is printed. */
export const mrzComparisonCases: readonly CheckCase[] = [
  ...(
    [
      ['none', ['P<UTO']],
      ['nothing', []],
      ['lines of another length', passportLines({ names: 'BERG<<ELIN' }).map((line) => line.slice(0, -1))],
      ['the zone of a visa', passportLines({ code: 'V<' })],
      ['one with a wrong number', passportLines().map((line) => line.replace('L898902C3', 'L898902C4'))],
    ] as const
  ).map(([what, lines]) =>
    read(`a zone that another reader saw as ${what} is a mismatch`, anotherMrz(lines), fails('mrz_print_mismatch')),
  ),
  read(
    'a zone in which another reader took two shapes for others, and miscounted fillers, is the same',
    anotherMrz(passportLines().map((line) => line.replace('ERIK', 'FRLK').replace('<<<<<', '<<<'))),
    passes,
  ),
  read(
    'a zone whose digits hold and that leaves the last name open is for a person to look at',
    { mrzLines: passportLines({ names: 'ER1KSSON<<ANNA' }) },
    fails('document_names_unread'),
  ),
  read(
    'a zone with the only name in the place of the given names, as passports of India have it, lacks nothing',
    { mrzLines: passportLines({ names: '<<ANNA' }) },
    passes,
  ),
  ...(['F', 'M', 'X'] as const).map((value) =>
    read(
      `a printed sex of ${value} agrees with a zone that does not say it`,
      { mrzLines: passportLines({ sex: '<' }), fields: { ...printed, sex: sure(value) } },
      passes,
    ),
  ),
  ...(
    [
      ['document_number', '99999999R', passes],
      ['document_number', '99999999-R', passes],
      ['document_number', '99999998R', fails('mrz_print_mismatch', 'identity_not_on_portrait_side')],
      ['personal_number', '99999998R', passes],
    ] as const
  ).map(([name, value, expected]) =>
    read(
      `a printed ${name} of ${value} ${expected.status} where the zone of a card has 99999999R in its optional data`,
      { documentType: 'id_card', mrzLines: supported, fields: { ...printedFields(supported), [name]: sure(value) } },
      expected,
    ),
  ),
];
