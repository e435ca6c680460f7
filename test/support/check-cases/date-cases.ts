import type { Check, Claimed, ReasonCode } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { passportLines } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const at = (day: string): string => `${day}T12:00:00.000Z`;

const withMrz = (lines: readonly string[], now: string) =>
  aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines: lines }, { at: now })] } });

/** `born` is YYMMDD; the score is the expected age in whole years on `day`, against a minimum of 18. */
const aged = (born: string, day: string, score: number): CheckCase => ({
  sentence: `who is born on ${born} is ${score} on ${day}`,
  file: withMrz(passportLines({ born }), at(day)),
  now: at(day),
  expected: {
    name: 'document_age',
    status: score >= 18 ? 'passed' : 'failed',
    requirement: 'required',
    reasons: score >= 18 ? [] : ['age_below_minimum'],
    observed_at: at(day),
    evidence: [2],
    source: 'mrz',
    score,
    threshold: 18,
  },
});

/** A document that expires on 15 April 2032, checked on `day`. */
const expiring = (day: string, expiryGraceDays: number, expired: boolean): CheckCase => ({
  sentence: `a document of 15 April 2032 is ${expired ? 'expired' : 'valid'} on ${day} with ${expiryGraceDays} days of grace`,
  file: withMrz(passportLines({ expires: '320415' }), at(day)),
  policy: { ...standard, documents: { ...standard.documents, expiryGraceDays } },
  now: at(day),
  expected: {
    name: 'document_expiry',
    status: expired ? 'failed' : 'passed',
    requirement: 'required',
    reasons: expired ? ['document_expired'] : [],
    observed_at: at(day),
    evidence: [2],
    source: 'mrz',
  },
});

const undated = (name: Check['name'], lines: readonly string[], sentence: string): CheckCase => ({
  sentence,
  file: withMrz(lines, decidedAt),
  expected: {
    name,
    status: 'failed',
    requirement: 'required',
    reasons: ['data_field_missing'],
    observed_at: decidedAt,
    evidence: [2],
    source: 'mrz',
  },
});

/** A valid MRZ without the day of birth, or of an open century, and the minimum age of its holder. */
const bornAbout = (born: string, score: number, reason: ReasonCode = 'birth_date_incomplete'): CheckCase => ({
  ...aged(born, '2026-05-01', score),
  sentence: `who is born on ${born} is ${score} at least on 1 May 2026`,
  ...(score >= 18 ? {} : { expected: { ...aged(born, '2026-05-01', score).expected, reasons: [reason] } }),
});

/** A valid MRZ that lacks the checked field: no other photo has it. */
const lacking = (name: Check['name'], lines: readonly string[], sentence: string, reason: ReasonCode): CheckCase => {
  const { expected, ...one } = undated(name, lines, sentence);
  return { ...one, expected: { ...expected, reasons: [reason] } };
};

/** A document whose MRZ has the expiry date `expires`, with a printed date. */
const endless = (expires: string, printed: string | null, reason: ReasonCode): CheckCase => {
  const mrzLines = passportLines({ expires });
  const fields = printed === null ? {} : { date_of_expiry: { value: printed, confidence: 1 } };
  return {
    sentence: `${expires} in the zone beside ${printed ?? 'nothing'} in print is ${reason}`,
    file: aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines, fields })] } }),
    expected: {
      name: 'document_expiry',
      status: 'failed',
      requirement: 'required',
      reasons: [reason],
      observed_at: decidedAt,
      evidence: [2],
      source: 'mrz',
    },
  };
};

const frenchCard = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
const swissLicence = ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FAVRE<<VALENTIN<<<<<<<<<<<<<<<'];

const spoilt = (field: string): readonly string[] =>
  passportLines().map((line) =>
    line.replace(
      field,
      field.replace(/\d$/, (last) => (last === '9' ? '8' : '9')),
    ),
  );

const claimed = (claim: Claimed, ...reasons: ReasonCode[]): CheckCase => ({
  sentence: `${JSON.stringify(claim)} is ${reasons.join(' and ') || 'what the document says'}`,
  file: aCase({ more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: claim }] }),
  expected: {
    name: 'claimed_data',
    status: reasons.length > 0 ? 'failed' : 'passed',
    requirement: 'optional',
    reasons,
    observed_at: decidedAt,
    evidence: [2, 6],
    source: 'claimed',
  },
});

const nothingToCompare = (claim: Claimed): CheckCase => ({
  ...claimed(claim),
  sentence: `${JSON.stringify(claim)} says nothing that a document could answer`,
  expected: {
    name: 'claimed_data',
    status: 'not_applicable',
    requirement: 'optional',
    reasons: [],
    observed_at: decidedAt,
    evidence: [],
  },
});

/** The complete results of the checks of dates and of claimed data. */
export const dateCases: readonly CheckCase[] = [
  aged('080501', '2026-05-01', 18),
  aged('080502', '2026-05-01', 17),
  aged('080430', '2026-05-01', 18),
  aged('080229', '2026-02-28', 17),
  aged('080229', '2026-03-01', 18),
  aged('080229', '2028-02-28', 19),
  aged('080229', '2028-02-29', 20),
  // By two digits of the year alone, this may be somebody of a hundred years.
  bornAbout('260430', 0, 'birth_century_open'),
  aged('260502', '2026-05-01', 99),
  expiring('2032-04-15', 0, false),
  expiring('2032-04-16', 0, true),
  expiring('2032-05-15', 30, false),
  expiring('2032-05-16', 30, true),
  bornAbout('8001<<', 46),
  bornAbout('80<<<<', 45),
  bornAbout('800100', 46),
  bornAbout('800000', 45),
  bornAbout('0804<<', 18),
  bornAbout('0805<<', 17),
  bornAbout('08<<<<', 17),
  bornAbout('26<<<<', 0),
  bornAbout('2606<<', 99),
  lacking(
    'document_age',
    passportLines({ born: '<<<<<<' }),
    'an unknown day of birth gives no age',
    'birth_date_incomplete',
  ),
  lacking(
    'document_age',
    passportLines({ born: '<<0101' }),
    'an unknown year of birth gives no age',
    'birth_date_incomplete',
  ),
  lacking(
    'document_age',
    passportLines({ born: '8013<<' }),
    'a month that the calendar does not have gives no age',
    'document_date_not_in_calendar',
  ),
  undated(
    'document_age',
    passportLines({ born: '8001<<' }).map((line) => line.replace('8001<<', '8002<<')),
    'a part of a day of birth whose check digit fails gives no age',
  ),
  undated('document_age', spoilt('7408122'), 'a day of birth whose check digit fails gives no age'),
  lacking(
    'document_expiry',
    passportLines({ expires: '<<<<<<' }),
    'a zone may have no expiry',
    'document_without_expiry',
  ),
  lacking('document_expiry', frenchCard, 'the card of France has no expiry in its zone', 'document_without_expiry'),
  lacking(
    'document_expiry',
    swissLicence,
    'the licence of Switzerland has no check digits, and a reviewer looks at it',
    'document_not_verifiable',
  ),
  {
    ...lacking(
      'document_expiry',
      swissLicence,
      'the licence of Switzerland is refused where the policy says so',
      'document_not_accepted',
    ),
    policy: { ...standard, documents: { ...standard.documents, unverifiable: 'refuse' } },
  },
  lacking(
    'document_consistency',
    passportLines({ born: '8001<<' }),
    'a zone may not know the day of birth',
    'birth_date_incomplete',
  ),
  lacking(
    'document_consistency',
    passportLines({ number: '' }),
    'a zone may have no number',
    'document_without_number',
  ),
  endless('991231', null, 'document_never_expires'),
  endless('991231', '9999-12-31', 'document_never_expires'),
  endless('251231', '31.12.9999', 'document_never_expires'),
  endless('991231', '1999-12-31', 'document_expired'),
  endless('999999', null, 'document_never_expires'),
  endless('300230', null, 'document_date_not_in_calendar'),
  endless('981231', null, 'document_expired'),
  endless('251231', '2025-12-31', 'document_expired'),
  undated('document_expiry', spoilt('3204153'), 'an expiry whose check digit fails counts as missing'),
  claimed({ full_name: 'Anna Maria Eriksson' }),
  claimed({ full_name: 'ERIKSSON, Anna' }, 'data_name_mismatch'),
  claimed({ full_name: 'ERIKSSON, Anna', date_of_birth: '1974-08-12' }),
  claimed({ full_name: 'Anna Sofia Eriksson' }, 'data_name_mismatch'),
  claimed({ first_name: 'Maria', last_name: 'Eriksson' }, 'data_name_mismatch'),
  claimed({ first_name: 'Maria', last_name: 'Eriksson', document_number: 'L898902C3' }),
  claimed({ first_name: 'Maria', last_name: 'Erikson' }, 'data_name_mismatch'),
  claimed({ date_of_birth: '1974-08-12' }),
  claimed({ date_of_birth: '1974-12-08' }, 'data_birth_date_mismatch'),
  claimed({ document_number: 'l8989 02c-3' }),
  claimed({ document_number: 'L898902C4' }, 'data_number_mismatch'),
  claimed({ country: 'UTO' }),
  claimed({ country: 'uto' }),
  claimed({ country: 'SWE' }, 'data_country_mismatch'),
  claimed(
    { full_name: 'Bo Berg', date_of_birth: '1980-01-01', document_number: 'X1', country: 'SWE' },
    'data_name_mismatch',
    'data_birth_date_mismatch',
    'data_number_mismatch',
    'data_country_mismatch',
  ),
  claimed({ full_name: 'Anna Maria' }, 'data_name_mismatch'),
  claimed({ full_name: 'Dr. Anna Maria Eriksson' }),
  claimed({ full_name: 'Dr. Anna Maria Eriksson-Berg' }, 'data_name_mismatch'),
  claimed({ first_name: 'Anna' }, 'data_name_mismatch'),
  claimed({ last_name: 'Érikssøn' }),
  claimed({ date_of_birth: '1974-08' }, 'data_birth_date_mismatch'),
  claimed({ document_type: 'passport' }),
  claimed({ document_type: 'id_card' }, 'data_inconsistent'),
  claimed({ gender: 'female' }),
  claimed({ gender: 'F' }),
  claimed({ gender: 'male' }, 'data_inconsistent'),
  claimed({ gender: 'X', document_type: 'visa' }, 'data_inconsistent'),
  claimed({ country: 'SE' }, 'data_country_mismatch'),
  nothingToCompare({}),
  nothingToCompare({ email: 'anna@example.com', phone: '+46 1', address: 'Utopia 1' }),
  nothingToCompare({ gender: 'prefers not to say' }),
  {
    ...claimed({ country: 'DE' }),
    sentence: 'a country of two letters is the one that the zone has with three',
    file: aCase({
      instead: { document_reading: [aReadingEvidence({ mrzLines: passportLines({ state: 'D', nationality: 'D' }) })] },
      more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { country: 'DE' } }],
    }),
  },
  {
    ...claimed({ full_name: 'Chayapa Dejthamrong Krasuang Nilavadhanananda' }),
    sentence: 'a claimed name may go on where the zone had no room',
    file: aCase({
      instead: {
        document_reading: [
          aReadingEvidence({ mrzLines: passportLines({ names: 'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K' }) }),
        ],
      },
      more: [
        {
          kind: 'claimed',
          attempt: 1,
          at: decidedAt,
          claimed: {
            full_name: 'Chayapa Dejthamrong Krasuang Nilavadhanananda',
            first_name: 'Chayapa Dejthamrong Krasuang',
          },
        },
      ],
    }),
  },
];
