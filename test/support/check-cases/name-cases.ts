import type { Check, Claimed, DocumentReading, ReasonCode } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { type MrzText, passportLines, printedFields } from '../builders/readings.ts';
import { everydayNames, fullNamesOf } from '../generators/everyday-names.ts';
import { type CheckCase, decidedAt } from './check-case.ts';

type Mrz = Pick<MrzText, 'names' | 'state'>;

const sure = (value: string) => ({ value, confidence: 1 });

const expectedOf = (name: 'claimed_data' | 'document_consistency', reasons: readonly ReasonCode[]): Check => ({
  name,
  status: reasons.length === 0 ? 'passed' : 'failed',
  requirement: name === 'claimed_data' ? 'optional' : 'required',
  reasons,
  observed_at: decidedAt,
  evidence: name === 'claimed_data' ? [2, 6] : [2],
  source: name === 'claimed_data' ? 'claimed' : 'mrz',
});

const outcome = (reasons: readonly ReasonCode[]): string => (reasons.length === 0 ? 'agrees' : `is ${reasons.join()}`);

const claim = (
  { names = 'ERIKSSON<<ANNA<MARIA', state = 'UTO' }: Mrz,
  claimed: Claimed,
  reasons: readonly ReasonCode[],
  fields: DocumentReading['fields'] = {},
): CheckCase => {
  const lines = passportLines({ names, state, nationality: state });
  const reading = { mrzLines: lines, issuingCountry: state, fields: { ...printedFields(lines), ...fields } };
  return {
    sentence: `${JSON.stringify(claimed)} on ${state} ${names}, print ${JSON.stringify(fields)}, ${outcome(reasons)}`,
    file: aCase({
      instead: { document_reading: [aReadingEvidence(reading)] },
      more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
    }),
    expected: expectedOf('claimed_data', reasons),
  };
};

const print = (
  { names = 'ERIKSSON<<ANNA<MARIA', state = 'UTO' }: Mrz,
  fields: DocumentReading['fields'],
  reasons: readonly ReasonCode[],
): CheckCase => {
  const mrzLines = passportLines({ names, state, nationality: state });
  return {
    sentence: `${JSON.stringify(fields)} in print on ${state} ${names} ${outcome(reasons)}`,
    file: aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines, issuingCountry: state, fields })] } }),
    expected: expectedOf('document_consistency', reasons),
  };
};

const born = { date_of_birth: '1974-08-12' };
const mismatch = ['data_name_mismatch'] as const;

/** Print that has a name in two scripts, which may be any. */
const scriptCases: readonly CheckCase[] = [
  ...[
    ['RUS', 'IVANOVA<<MARIIA', 'ИВАНОВА / IVANOVA', 'МАРИЯ / MARIIA'],
    ['BGR', 'IVANOVA<<MARIYA', 'ИВАНОВА / IVANOVA', 'МАРИЯ / MARIYA'],
    ['GRC', 'PAPADOPOULOU<<ELENI', 'ΠΑΠΑΔΟΠΟΥΛΟΥ / PAPADOPOULOU', 'ΕΛΕΝΗ / ELENI'],
    ['SRB', 'JOVANOVIC<<ANA', 'ЈОВАНОВИЋ / JOVANOVIĆ', 'АНА / ANA'],
    ['MKD', 'JOVANOVA<<ANA', 'ЈОВАНОВА / JOVANOVA', 'АНА / ANA'],
    ['GEO', 'BERIDZE<<NINO', 'ბერიძე / BERIDZE', 'ნინო / NINO'],
    ['ARM', 'SARGSYAN<<ANI', 'ՍԱՐԳՍՅԱՆ SARGSYAN', 'ԱՆԻ ANI'],
    ['ISR', 'COHEN<<NOA', 'כהן / COHEN', 'נועה / NOA'],
    ['KOR', 'KIM<<MINJI', '김 KIM', '민지 MINJI'],
  ].map(([state = '', names = '', last = '', first = '']) =>
    print({ names, state }, { last_name: sure(last), first_name: sure(first), date_of_birth: sure('1974-08-12') }, []),
  ),
  ...[
    ['BGR', 'IVANOVA<<MARIYA', 'МАРИЯ ЕЛЕНА / MARIYA'],
    ['BGR', 'IVANOVA<<MARIYA', 'МАРИЯ / MARIYA ELENA'],
    ['ISR', 'COHEN<<NOA', 'נועה / NOA RUTH'],
    ['GRC', 'PAPADOPOULOU<<ELENI', 'ELENI ELENI MARIA'],
  ].map(([state = '', names = '', first = '']) =>
    print(
      { names, state },
      { last_name: sure(names.split('<')[0] ?? ''), first_name: sure(first), date_of_birth: sure('1974-08-12') },
      ['mrz_print_mismatch'],
    ),
  ),
  ...[
    ['CHN', 'WANG<<XIAOMING', '王小明'],
    ['KOR', 'KIM<<MINJI', '김민지'],
    ['JPN', 'SATO<<YUKO', 'さとう ゆうこ'],
    ['EGY', 'MOHAMED<<FATMA', 'فاطمة محمد'],
    ['ISR', 'COHEN<<NOA', 'נועה כהן'],
    ['THA', 'SRISUK<<SOMSRI', 'สมศรี ศรีสุข'],
    ['IND', 'SHARMA<<PRIYA', 'प्रिया शर्मा'],
  ].map(([state = '', names = '', full_name = '']) =>
    claim({ names, state }, { full_name }, ['data_name_unconfirmed']),
  ),
  claim({ names: 'WANG<<XIAOMING', state: 'CHN' }, { full_name: '王 Smith' }, ['data_name_mismatch']),
];

const umlautCases: readonly CheckCase[] = [
  claim({ names: 'KUEN<<ANNA', state: 'UTO' }, { full_name: 'Anna Kun' }, mismatch),
  claim({ names: 'PO<<ANNA', state: 'UTO' }, { full_name: 'Anna Poe' }, mismatch),
  claim({ names: 'KUEN<<ANNA', state: 'UTO' }, { full_name: 'Anna Kün' }, []),
  claim({ names: 'KUEN<<ANNA', state: 'UTO' }, { last_name: 'Kun' }, [], { last_name: sure('Kün') }),
  ...(
    [
      ['CHE', 'KUEN<<ANNA', 'Kun', 'Kün'],
      ['DNK', 'AAGAARD<<ANNA', 'Agard', 'Ågård'],
      ['DEU', 'BAUER<<ANNA', 'Baur', 'Baür'],
    ] as const
  ).flatMap(([state, names, last_name, last]) => [
    claim({ names, state }, { last_name }, mismatch),
    claim({ names, state }, { last_name, ...born }, []),
    claim({ names, state }, { last_name }, [], { last_name: sure(last) }),
    print({ names, state }, { last_name: sure(last_name), document_number: sure('L898902C3') }, []),
  ]),
  ...(
    [
      ['FIN', 'VIRTANEN<<SAARA', 'Virtanen', 'Sara'],
      ['FIN', 'VIRTANEN<<SARA', 'Virtanen', 'Saara'],
      ['EST', 'TAMM<<JAAN', 'Tamm', 'Jan'],
      ['DEU', 'NOWAK<<RAFAEL', 'Nowak', 'Rafal'],
      ['AUT', 'NOWAK<<MICHAEL', 'Nowak', 'Michal'],
      ['SWE', 'BERG<<ISAAC', 'Berg', 'Isac'],
      ['CHE', 'KUN<<MIN', 'Kuen', 'Min'],
      ['CHE', 'BAUR<<ANNA', 'Bauer', 'Anna'],
    ] as const
  ).flatMap(([state, names, last_name, first_name]) => [
    claim({ names, state }, { full_name: `${first_name} ${last_name}` }, mismatch),
    claim({ names, state }, { full_name: `${first_name} ${last_name}`, ...born }, mismatch, {
      last_name: sure(names.split('<<')[0] ?? ''),
      first_name: sure(names.split('<<')[1] ?? ''),
    }),
  ]),
  print({ names: 'SARA<<ANNA', state: 'FIN' }, { last_name: sure('Saara'), document_number: sure('L898902C3') }, [
    'mrz_print_mismatch',
  ]),
  claim({ names: 'HAAS<<ANNA', state: 'NLD' }, { full_name: 'Anna Has' }, mismatch),
];

const silva = { names: 'SILVA<SANTOS<<ANA<MARIA', state: 'PRT' };
const partCases: readonly CheckCase[] = [
  claim(silva, { full_name: 'Maria Silva' }, mismatch),
  claim(silva, { full_name: 'Maria Silva', ...born }, []),
  claim(silva, { full_name: 'Maria Silva', document_number: 'L898902C3' }, []),
  claim(silva, { full_name: 'Maria Silva', date_of_birth: '1974-08-13' }, [...mismatch, 'data_birth_date_mismatch']),
  claim(silva, { last_name: 'Silva', first_name: 'Maria', ...born }, []),
  claim(silva, { last_name: 'Silva', first_name: 'Maria' }, mismatch),
  claim({}, { full_name: 'Anna Maria Sofia Eriksson', ...born }, mismatch),
  claim({}, { full_name: 'Anna Maria Sofia Eriksson', ...born }, [], { first_name: sure('Anna Maria Sofia') }),
  claim({}, { first_name: 'Anna Sofia', ...born }, mismatch),
  claim({ names: 'BEETHOVEN<<LUDWIG' }, { full_name: 'Ludwig van Beethoven' }, mismatch),
  claim({ names: 'BEETHOVEN<<LUDWIG' }, { full_name: 'Ludwig van Beethoven', ...born }, []),
  claim({ names: 'NGUYEN<<ANH', state: 'VNM' }, { full_name: 'Nguyen Le Anh' }, mismatch),
  claim({ names: 'NGUYEN<<ANH', state: 'VNM' }, { last_name: 'Nguyen', first_name: 'Le Anh' }, mismatch),
  claim({ names: 'KIM<<DA<EUN', state: 'KOR' }, { full_name: 'Kim Eun' }, mismatch),
  claim({ names: 'WANG<<YI<LE', state: 'CHN' }, { full_name: 'Wang Yi' }, mismatch),
  print(silva, { last_name: sure('Silva'), first_name: sure('Maria') }, ['mrz_print_mismatch', 'data_field_missing']),
  print(silva, { last_name: sure('Silva'), first_name: sure('Maria'), date_of_birth: sure('1974-08-12') }, []),
  print(silva, { last_name: sure('Silva'), document_number: sure('L898902C3') }, []),
  claim({}, { full_name: 'Anna Maria Sofia Eriksson' }, mismatch),
];

const boundaries = [
  ['CHN', 'CHEN<<GANG', 'Cheng', 'Ang'],
  ['CHN', 'LIN<<AN', 'Li', 'Nan'],
  ['KOR', 'KIM<<INSU', 'Ki', 'Minsu'],
  ['KOR', 'LEE<<UNJI', 'Le', 'Eunji'],
  ['VNM', 'DOAN<<HUY', 'Do', 'Anhuy'],
] as const;
/** Letters that move from the family name to the given name make another name, whatever else agrees. */
const boundaryCases: readonly CheckCase[] = [
  ...boundaries.flatMap(([state, names, last_name, first_name]) => [
    claim({ names, state }, { full_name: `${last_name} ${first_name}` }, mismatch),
    claim({ names, state }, { full_name: `${first_name} ${last_name}`, ...born }, mismatch),
    claim({ names, state }, { last_name, first_name }, mismatch),
  ]),
  claim({ names: 'KIM<<MIN<SU', state: 'KOR' }, { last_name: 'Kim', first_name: 'Minsu' }, []),
  claim({ names: 'KIM<<MIN<SU', state: 'KOR' }, { last_name: 'Minsu', first_name: 'Kim' }, []),
  claim({ names: 'KIM<<MIN<SU', state: 'KOR' }, { last_name: 'Kim Min', first_name: 'Su' }, []),
  claim({ names: 'MALIN', state: 'IDN' }, { last_name: 'Ma', first_name: 'Lin' }, mismatch),
  claim({ names: 'OU<YANG<<NA<NA', state: 'CHN' }, { full_name: 'Nana Ouyang' }, []),
];

const ali = { names: 'ALI<<MOHAMMED', state: 'EGY' };
const variant = ['data_name_variant'] as const;
const variantCases: readonly CheckCase[] = [
  print(ali, { first_name: sure('Mohamed'), document_number: sure('L898902C3') }, variant),
  ...['Mohamed', 'Muhammad', 'Mohamad', 'Muhammed'].map((name) => claim(ali, { full_name: `${name} Ali` }, variant)),
  claim(ali, { full_name: 'Ali Mohammed' }, []),
  claim(ali, { first_name: 'Mohamed' }, variant),
  claim(ali, { full_name: 'Mahmoud Ali' }, mismatch),
  claim({ ...ali, names: 'ALI<<MOHAMMED<HASSAN' }, { full_name: 'Mohamed Ali' }, mismatch),
  claim({ ...ali, names: 'ALI<<MOHAMMED<HASSAN' }, { full_name: 'Mohamed Ali', ...born }, variant),
  claim(ali, { full_name: 'Mohamed Ali' }, variant),
];

/** A holder of one name, and the claim of it with what stands in place of the other one. */
const unnamed = (names: string, none: string): readonly CheckCase[] => [
  claim({ names, state: 'IDN' }, { first_name: 'Sukarno', last_name: none }, []),
  claim({ names, state: 'IDN' }, { first_name: none, last_name: 'Sukarno' }, []),
  claim({ names, state: 'IDN' }, { first_name: 'Ahmad', last_name: none }, mismatch),
];

const nobodysNames = ['LNU', 'FNU', 'N/A', 'n.a.', 'None', 'XX', 'XXX', '-', '.', 'No last name', 'Unknown'];

const full = 'A'.repeat(39);
const singleCases: readonly CheckCase[] = [
  claim({ names: 'SUKARNO', state: 'IDN' }, { first_name: 'Sukarno', last_name: 'Sukarno' }, []),
  claim({ names: 'SUKARNO', state: 'IDN' }, { full_name: 'Sukarno Sukarno' }, []),
  claim({ names: 'SUKARNO', state: 'IDN' }, { full_name: 'Sukarno' }, []),
  claim({ names: 'SUKARNO', state: 'IDN' }, { first_name: 'Ahmad', last_name: 'Sukarno' }, mismatch),
  claim({ names: 'SUKARNO', state: 'IDN' }, { first_name: 'Ahmad', last_name: 'Ahmad' }, mismatch),
  claim({ names: 'SUKARNO<<SUKARNO', state: 'IDN' }, { full_name: 'Sukarno' }, []),
  claim({ names: 'SATRIYA<SUDARPA', state: 'IDN' }, { first_name: 'Satriya', last_name: 'Sudarpa' }, []),
  claim({ names: 'SATRIYA<SUDARPA', state: 'IDN' }, { first_name: 'Ahmad', last_name: 'Sudarpa' }, mismatch),
  claim({ names: 'LI<<XIAOMING', state: 'CHN' }, { first_name: 'Li', last_name: 'Xiao Ming' }, []),
  claim({ names: 'LI<<XIAOMING', state: 'CHN' }, { first_name: 'Li', last_name: 'Xiao' }, mismatch),
  claim({ names: '<<SUKARNO', state: 'IDN' }, { first_name: 'Sukarno', last_name: 'Sukarno' }, []),
  ...['SUKARNO', '<<SUKARNO', 'SUKARNO<<FNU', 'LNU<<SUKARNO', 'XXX<<SUKARNO'].flatMap((names) => [
    claim({ names, state: 'IDN' }, { first_name: 'Sukarno' }, []),
    claim({ names, state: 'IDN' }, { last_name: 'Sukarno' }, []),
    claim({ names, state: 'IDN' }, { first_name: 'FNU', last_name: 'Sukarno' }, []),
    claim({ names, state: 'IDN' }, { first_name: 'Sukarno', last_name: 'LNU' }, []),
    claim({ names, state: 'IDN' }, { first_name: 'Sukarno', last_name: 'XXX' }, []),
    claim({ names, state: 'IDN' }, { full_name: 'FNU Sukarno' }, []),
    claim({ names, state: 'IDN' }, { first_name: 'Ahmad' }, mismatch),
    claim({ names, state: 'IDN' }, { first_name: 'Ahmad', last_name: 'LNU' }, mismatch),
  ]),
  claim({ names: 'SUKARNO', state: 'IDN' }, { first_name: 'FNU', last_name: 'LNU' }, mismatch),
  ...nobodysNames.flatMap((none) =>
    ['SUKARNO', 'SUKARNO<<SUKARNO', 'X<<SUKARNO', 'NULL<<SUKARNO', 'SUKARNO<<N<A'].flatMap((names) =>
      unnamed(names, none),
    ),
  ),
  ...['NA', 'NULL', 'X', 'Ono', 'Nil'].flatMap((none) =>
    ['SUKARNO', 'SUKARNO<<SUKARNO', 'SUKARNO<<N<A', 'SUKARNO<<FNU'].flatMap((names) => unnamed(names, none)),
  ),
  ...(
    [
      ['NA<<YUNA', { first_name: 'Yuna', last_name: 'Ono' }],
      ['NIL<<JENNIFER', { first_name: 'Jennifer', last_name: 'Null' }],
      ['X<<SUKARNO', { first_name: 'Sukarno', last_name: 'NA' }],
      ['SMITH<<X', { first_name: 'Na', last_name: 'Smith' }],
    ] as const
  ).flatMap(([names, claimed]) => [
    claim({ names }, claimed, mismatch),
    claim({ names }, { ...claimed, ...born }, mismatch),
  ]),
  claim({ names: 'ONO<<YUKI' }, { full_name: 'Yuki' }, mismatch),
  claim({ names: 'ONO<<YUKI' }, { full_name: 'FNU Yuki' }, []),
  claim({ names: 'YUKI' }, { full_name: 'Ono Yuki' }, []),
  claim({ names: 'WIDODO<<JOKO', state: 'IDN' }, { first_name: 'Joko Widodo', last_name: 'LNU' }, []),
  claim({ names: 'WIDODO<<JOKO', state: 'IDN' }, { first_name: 'Joko', last_name: 'LNU' }, mismatch),
  claim({ names: 'WIDODO<<JOKO', state: 'IDN' }, { first_name: 'Joko', last_name: 'X' }, mismatch),
  claim({ names: 'NULL<<CHRISTOPHER' }, { first_name: 'Christopher', last_name: 'Null' }, []),
  claim({ names: 'NULL<<CHRISTOPHER' }, { last_name: 'Null' }, []),
  claim({ names: 'NULL<<CHRISTOPHER' }, { first_name: 'Christopher', last_name: 'Hale' }, mismatch),
  claim({ names: 'NULL<<CHRISTOPHER' }, { first_name: 'Robert', last_name: 'Null' }, mismatch),
  claim({ names: 'NA<<EUNHYE', state: 'KOR' }, { first_name: 'Eunhye', last_name: 'Kim' }, mismatch),
  claim({ names: 'ONO<<YOKO', state: 'JPN' }, { full_name: 'Yoko Ono' }, []),
  claim({ names: 'ERIKSSON<<ANNA' }, { first_name: 'FNU', last_name: 'Eriksson' }, mismatch),
  claim({ names: 'AHMAD<BIN<ISMAIL', state: 'MYS' }, { first_name: 'Ahmad', last_name: 'Ismail', ...born }, []),
  claim({ names: 'AHMAD<BIN<ISMAIL', state: 'MYS' }, { full_name: 'Ahmad Ismail', ...born }, []),
  claim({ names: 'AHMAD<BIN<ISMAIL', state: 'MYS' }, { first_name: 'Ahmad', last_name: 'Ismail' }, mismatch),
  claim({ names: 'AHMAD<BIN<ISMAIL', state: 'MYS' }, { first_name: 'Ahmad', last_name: 'Yusuf', ...born }, mismatch),
  claim({ names: 'AHMAD<<BIN<ISMAIL', state: 'MYS' }, { first_name: 'Yusuf', last_name: 'Ismail', ...born }, mismatch),
];

const roomCases: readonly CheckCase[] = [
  ...[full, `${'A'.repeat(38)}<`, `${'A'.repeat(37)}<<`].flatMap((names) => [
    claim({ names }, { first_name: 'Maria', ...born }, []),
    claim({ names }, { first_name: 'Maria' }, ['data_name_unconfirmed']),
    claim({ names }, { first_name: 'Maria' }, [], { first_name: sure('Maria') }),
    claim({ names }, { first_name: 'Maria', ...born }, mismatch, { first_name: sure('Sofia') }),
    claim({ names }, { full_name: `Maria ${names.replaceAll('<', '')}`, ...born }, []),
    claim({ names }, { full_name: `Maria ${names.replaceAll('<', '')}` }, ['data_name_unconfirmed']),
    claim({ names }, { full_name: 'Maria Berg', ...born }, mismatch),
    claim({ names }, { full_name: names.replaceAll('<', '') }, []),
  ]),
  claim({ names: 'A'.repeat(36) }, { first_name: 'Maria', ...born }, mismatch),
  claim({ names: full }, { first_name: 'Maria', ...born }, []),
];

const everydayCases: readonly CheckCase[] = everydayNames.flatMap((name) => {
  const mrz = { names: name.mrz, state: name.state };
  return [
    ...fullNamesOf(name).map((full_name) => claim(mrz, { full_name }, [])),
    ...name.given.flatMap((given) =>
      name.last.flatMap((last) => [
        claim(mrz, { last_name: last, first_name: given }, []),
        print(mrz, { last_name: sure(last), first_name: sure(given), document_number: sure('L898902C3') }, []),
      ]),
    ),
  ];
});

const greekCases: readonly CheckCase[] = [
  claim({ names: 'PAPADOPOULOU<<ELENI', state: 'GRC' }, { full_name: 'Ελένη Παπαδοπούλου' }, []),
  print(
    { names: 'PAPADOPOULOS<<GEORGIOS', state: 'GRC' },
    { last_name: sure('ΠΑΠΑΔΟΠΟΥΛΟΣ'), first_name: sure('Γεώργιος'), document_number: sure('L898902C3') },
    [],
  ),
];

const written = { document_number: sure('L898902C3'), date_of_birth: sure('1974-08-12') };
const smith = { names: 'SMITH<<JOHN<WILLIAM', state: 'IRL' };
/** An initial is no difference where a fact agrees and another word is the same, and identifies nobody by itself. */
const initialCases: readonly CheckCase[] = [
  claim(smith, { full_name: 'John W. Smith', ...born }, []),
  claim(smith, { full_name: 'John W. Smith' }, mismatch),
  claim(smith, { full_name: 'John W Smith', document_number: 'L898902C3' }, []),
  claim(smith, { last_name: 'Smith', first_name: 'John W.', ...born }, []),
  claim(smith, { last_name: 'Smith', first_name: 'John W.' }, mismatch),
  claim(smith, { full_name: 'John B. Smith', ...born }, mismatch),
  claim(smith, { full_name: 'J. W. Smith', ...born }, mismatch),
  claim(smith, { full_name: 'John William S.', ...born }, mismatch),
  claim(smith, { first_name: 'J.', ...born }, mismatch),
  claim({ ...smith, names: 'SMITH<<JOHN<W' }, { full_name: 'John William Smith', ...born }, []),
  claim({ ...smith, names: 'SMITH<<JOHN<W' }, { full_name: 'John William Smith' }, mismatch),
  claim({ ...smith, names: 'SMITH<<JOHN<W' }, { full_name: 'John Walter Smith', ...born }, mismatch, {
    first_name: sure('John William'),
  }),
  claim({ names: `${'A'.repeat(30)}<<ANNA<BO<K` }, { full_name: `Anna Bo Kim ${'A'.repeat(30)}`, ...born }, mismatch, {
    first_name: sure('Anna Bo Karin'),
  }),
  claim({ names: 'SUBRAMANIAN<<R', state: 'IND' }, { full_name: 'Ramesh Subramanian', ...born }, mismatch),
  print(smith, { ...written, first_name: sure('John W.') }, []),
];

const abebe = { names: 'DEMISSIE<<ABEBE<BIKILA', state: 'ETH' };
/** Ethiopians have no family name: those of the father and the grandfather stand in either field. */
const fatherNameCases: readonly CheckCase[] = [
  claim(abebe, { full_name: 'Abebe Bikila', ...born }, []),
  claim(abebe, { full_name: 'Abebe Bikila' }, mismatch),
  claim(abebe, { last_name: 'Bikila', first_name: 'Abebe', ...born }, []),
  claim(abebe, { last_name: 'Bikila', first_name: 'Abebe' }, mismatch),
  claim({ ...abebe, names: 'BIKILA<DEMISSIE<<ABEBE' }, { full_name: 'Abebe Bikila', ...born }, []),
  claim({ ...abebe, names: 'BIKILA<<ABEBE' }, { full_name: 'Abebe Bikila Demissie', ...born }, mismatch),
  claim(abebe, { full_name: 'Bikila Demissie', ...born }, mismatch),
  claim(abebe, { full_name: 'Abebe', ...born }, mismatch),
  claim(abebe, { full_name: 'Haile Bikila', ...born }, mismatch),
  claim({ ...abebe, state: 'KEN' }, { full_name: 'Abebe Bikila', ...born }, mismatch),
];

const stateSpellingCases: readonly CheckCase[] = [
  claim({ names: 'PARVANOV<<GEORGI', state: 'BGR' }, { full_name: 'Георги Първанов' }, []),
  claim({ names: 'PURVANOV<<GEORGI', state: 'BGR' }, { full_name: 'Георги Първанов' }, []),
  claim({ names: 'YORDANOVA<<YULIA', state: 'BGR' }, { full_name: 'Юлия Йорданова' }, []),
  claim({ names: 'PARVANOV<<GEORGI', state: 'RUS' }, { full_name: 'Георги Първанов' }, mismatch),
  claim({ names: 'KUHN<<EVA', state: 'DEU' }, { full_name: 'Eva Kühn' }, mismatch),
  claim({ names: 'KUHN<<EVA', state: 'DEU' }, { full_name: 'Eva Kühn', ...born }, mismatch, {
    last_name: sure('Kuhn'),
  }),
  claim({ names: 'KUEHN<<EVA', state: 'DEU' }, { full_name: 'Eva Kühn' }, []),
  claim({ names: 'KUHN<<EVA', state: 'USA' }, { full_name: 'Eva Kühn' }, []),
  print({ names: 'KUHN<<EVA', state: 'DEU' }, { ...written, last_name: sure('Kühn') }, ['mrz_print_mismatch']),
  print({ names: 'KUEHN<<EVA', state: 'DEU' }, { ...written, last_name: sure('Kühn') }, []),
  claim({ names: 'ASBERG<<EVA', state: 'SWE' }, { full_name: 'Eva Åsberg' }, mismatch),
  claim({ names: 'SOEDER<<EVA', state: 'SWE' }, { full_name: 'Eva Söder' }, []),
  claim({ names: 'LU<<WEI', state: 'CHN' }, { full_name: 'Lü Wei' }, mismatch),
  ...['LYU<<WEI', 'LV<<WEI'].map((names) => claim({ names, state: 'CHN' }, { full_name: 'Lü Wei' }, [])),
];

const leAnh = { names: 'NGUYEN<<ANH', state: 'VNM' };
/** A given name in print that the MRZ has room for and lacks. */
const printedBesideCases: readonly CheckCase[] = [
  print(leAnh, { ...written, first_name: sure('Le Anh') }, ['mrz_print_mismatch']),
  print(leAnh, { ...written, first_name: sure('Anh') }, []),
  claim(leAnh, { full_name: 'Nguyen Le Anh', ...born }, mismatch),
  print({}, { ...written, first_name: sure('Anna Maria Sofia') }, ['mrz_print_mismatch']),
  print({}, { ...written, first_name: sure('Anna') }, []),
  print({ names: `${'A'.repeat(30)}<<ANNA<MAR` }, { ...written, first_name: sure('Anna Maria Sofia') }, []),
  print({ names: `${'A'.repeat(32)}<<ANNA` }, { ...written, first_name: sure('Anna Maria') }, []),
  print({ names: 'IVANOV<<IVAN', state: 'RUS' }, { ...written, first_name: sure('Иван Сергеевич') }, []),
];

const stateKinds = [initialCases, fatherNameCases, stateSpellingCases, printedBesideCases, scriptCases];
const kinds = [...stateKinds, umlautCases, partCases, boundaryCases, variantCases, singleCases, roomCases, greekCases];

/** The complete results of the checks that compare names. */
export const everyNameCase: readonly CheckCase[] = [...kinds.flat(), ...everydayCases];

/** Some of them of every kind. */
export const nameCases: readonly CheckCase[] = kinds.flatMap((cases) => cases.slice(0, 2));
