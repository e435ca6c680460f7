import type { Check, Claimed, DocumentReading, ReasonCode } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { cardLines, passportLines } from '../builders/readings.ts';
import { type CheckCase, decidedAt } from './check-case.ts';

const answer = (over: Pick<Check, 'status' | 'reasons' | 'evidence' | 'source'>): Check => ({
  name: 'claimed_data',
  requirement: 'optional',
  observed_at: decidedAt,
  ...over,
});

const filled = passportLines({ names: `E<<A<${'B'.repeat(34)}` });
const long = passportLines({ names: 'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K' });
const supported = cardLines({ number: 'BAA000589', optional: '99999999R' });

type Said = readonly [string, DocumentReading['mrzLines'], DocumentReading['fields'], Claimed, ...ReasonCode[]];
const sure = (value: string) => ({ value, confidence: 1 });
const claimedOtherwise: readonly Said[] = [
  ['a zone of initials is nobody', filled, {}, { last_name: 'Evans', first_name: 'Albert' }, 'data_name_mismatch'],
  ['a zone of initials is nobody by a full name', filled, {}, { full_name: 'Albert Evans' }, 'data_name_mismatch'],
  ['a name that was cut goes on in a claim', long, {}, { first_name: 'Chayapa Dejthamrong Krasuang' }],
  [
    'a name that was cut goes on in print and in a claim',
    long,
    { first_name: sure('Chayapa Dejthamrong Krasuang') },
    { first_name: 'Chayapa Dejthamrong Krasuang', full_name: 'Chayapa Dejthamrong Krasuang Nilavadhanananda' },
  ],
  [
    'a name that was cut does not go on in two ways',
    long,
    { first_name: sure('Chayapa Dejthamrong Krasuang') },
    { first_name: 'Chayapa Dejthamrong Kasem' },
    'data_name_mismatch',
  ],
  [
    'a particle is no name',
    passportLines({ names: 'DE<LA<CRUZ<<MARIA<JOSE' }),
    {},
    { full_name: 'Jose De' },
    'data_name_mismatch',
  ],
  ...(['Jr.', 'Sr', 'II', 'III', 'IV'] as const).map(
    (suffix): Said => [
      `${suffix} behind a name is none`,
      passportLines(),
      {},
      { full_name: `Anna Maria Eriksson ${suffix}`, date_of_birth: '1974-08-12' },
    ],
  ),
  [
    'two suffixes are two people',
    passportLines({ names: 'ERIKSSON<JR<<ANNA<MARIA' }),
    {},
    { full_name: 'Anna Maria Eriksson Sr.', date_of_birth: '1974-08-12' },
    'data_name_mismatch',
  ],
  [
    'a claim has a name in two scripts',
    passportLines({ names: 'WANG<<XIAOMING' }),
    {},
    { first_name: '小明 Xiaoming', last_name: '王 Wang', full_name: '王小明 Wang Xiaoming' },
  ],
  [
    'a claim has another name in two scripts',
    passportLines({ names: 'WANG<<XIAOMING' }),
    {},
    { last_name: '王 Li' },
    'data_name_mismatch',
  ],
  ['a zone need not say a sex', passportLines({ sex: '<' }), {}, { gender: 'female' }],
  [
    'a first name that the holder does not have',
    passportLines({ names: 'ANNA' }),
    {},
    { first_name: 'Maria' },
    'data_name_mismatch',
  ],
  [
    'a last name that the holder does not have',
    passportLines({ names: '<<ANNA' }),
    {},
    { last_name: 'Berg' },
    'data_name_mismatch',
  ],
  [
    'a full name of somebody without a last one',
    passportLines({ names: '<<ANNA' }),
    {},
    { full_name: 'Anna Berg' },
    'data_name_mismatch',
  ],
  [
    'a first name that was misread',
    passportLines({ names: 'ERIKSSON<<ANN4' }),
    {},
    { first_name: 'Anna' },
    'document_names_unread',
  ],
  ['the number of a card', supported, {}, { document_number: 'BAA000589' }],
  ['the number in the optional data of a card', supported, {}, { document_number: '99999999-R' }],
  ['another number', supported, {}, { document_number: '99999998R' }, 'data_number_mismatch'],
];

const claimedCases = claimedOtherwise.map(
  ([sentence, mrzLines, fields, claimed, ...reasons]): CheckCase => ({
    sentence: `of what was claimed, ${sentence}${reasons.length === 0 ? ' agrees' : ''}`,
    file: aCase({
      instead: { document_reading: [aReadingEvidence({ mrzLines, fields })] },
      more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
    }),
    expected: answer({
      status: reasons.length === 0 ? 'passed' : 'failed',
      reasons,
      evidence: [2, 6],
      source: 'claimed',
    }),
  }),
);

const claim = (name: string): CheckCase => ({
  sentence: `a zone that says nothing of the claimed ${name} is for a reviewer`,
  file: aCase({
    instead: { document_reading: [aReadingEvidence({ mrzLines: passportLines({ names: '' }) })] },
    more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { full_name: 'Anna' } }],
  }),
  expected: answer({
    status: 'failed',
    reasons: ['document_names_unread'],
    evidence: [2, 6],
    source: 'claimed',
  }),
});

/** The complete results of the check of claimed data. */
export const claimCases: readonly CheckCase[] = [claim('name'), ...claimedCases];
