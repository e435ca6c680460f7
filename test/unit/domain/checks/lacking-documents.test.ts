import { aDuplicateCheck } from '@portcullis/contracts/builders';
import { type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase, aFile, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aGoodImage, somePhotoLimits } from '../../../support/builders/image-facts.ts';
import {
  aLicence,
  confidentSignals,
  licenceText,
  localReader,
  passportLines,
  printedFields,
} from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { sure, verdictOn } from '../../../support/check-cases/verdict-on.ts';

const refusing: FlatPolicy = { ...standard, documents: { ...standard.documents, unverifiable: 'refuse' } };

/** What a model reads on a document on which there is nothing for a machine. */
const inPrint = (documentType: DocumentReading['documentType'], state: string): Partial<DocumentReading> => ({
  documentType,
  issuingCountry: state,
  mrzLines: null,
  fields: { document_number: sure('S4821360D'), last_name: sure('Tan'), date_of_birth: sure('1980-01-01') },
});

describe('a licence or a card with a barcode (AAMVA)', () => {
  it('is approved by the standard policy, with a subfile DL, EN or ID', () => {
    expect(verdictOn(aLicence())).to.deep.equal(['approve']);
    for (const type of ['EN', 'ID'] as const) {
      const documentType = type === 'ID' ? 'id_card' : 'driving_licence';
      const barcode = { state: 'read', text: licenceText({}, type) } as const;
      expect(verdictOn(aLicence({ documentType, barcode })), type).to.deep.equal(['approve']);
    }
  });

  it('is reviewed where the policy does not look at the barcode', () => {
    const { document_barcode: _, ...checks } = standard.checks;
    expect(verdictOn(aLicence(), { ...standard, checks })).to.deep.equal(['review', 'checks_incomplete']);
  });

  for (const barcode of [{ state: 'unreadable' }, null] as const)
    it(`is asked for once more where the barcode of its back is ${barcode ? 'not read' : 'not found'}`, () => {
      const back = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });
      const reading = aReadingEvidence(aLicence({ barcode }), { backFileId: back.file.id });
      const file = aCase({ instead: { file: [aFile(), back], document_reading: [reading] } });
      const { deciding, outcome, whenExhausted } = decide(standard, file, decidedAt);
      expect([outcome, ...deciding]).to.deep.equal(['retry', 'barcode_unreadable', 'data_field_missing']);
      expect(whenExhausted).to.deep.equal(['document_part_absent']);
    });

  for (const expires of [
    '99999999',
    '00000000',
    'INDEF',
    'INDEFINITE',
    'MIL',
    'MILITARY',
    'NEVER',
    'NON-EXP',
    'NO EXP',
    'N/A',
    '12319999',
    '99/99/9999',
  ])
    it(`never expires where ${expires} stands for the expiry, and a reviewer decides at the first attempt`, () => {
      expect(verdictOn(aLicence({}, { DBA: expires }))).to.deep.equal(['review', 'document_never_expires']);
    });

  it('says by name what else its barcode does not have: another photo would not bring it', () => {
    expect(verdictOn(aLicence({}, { DBA: 'NONE' }))).to.deep.equal(['review', 'document_without_expiry']);
    expect(verdictOn(aLicence({}, { DBA: '13402030' }))).to.deep.equal(['review', 'document_date_not_in_calendar']);
    expect(verdictOn(aLicence({}, { DBB: '02301974' }))).to.deep.equal(['review', 'document_date_not_in_calendar']);
    expect(verdictOn(aLicence({}, { DBB: 'UNAVL' }))).to.deep.equal(['review', 'birth_date_incomplete']);
  });

  it('is reviewed where its barcode has two days of birth, expiries or numbers', () => {
    for (const [one, other] of [
      ['DBB08121974', 'DBB08121990'],
      ['DBA04152032', 'DBA04152025'],
      ['DAQT64235789', 'DAQT64235780'],
    ] as const) {
      const twice = (second: string) => licenceText().replace(one, `${one}\n${second}`);
      const outcomeOf = (text: string) => verdictOn(aLicence({ barcode: { state: 'read', text } }))[0];
      expect([outcomeOf(twice(other)), outcomeOf(twice(one))], one).to.deep.equal(['review', 'approve']);
    }
  });

  it('may be valid until the holder of an Arizona licence is 65', () => {
    const long = { DBB: '08122006', DBD: '04162024', DBA: '08122071' };
    const text = licenceText(long);
    const arizona = aLicence({ barcode: { state: 'read', text: text.replace('636000', '636026') } });
    expect(verdictOn(arizona)).to.deep.equal(['approve']);
    expect(verdictOn(aLicence({}, long))).to.deep.equal(['review', 'data_dates_impossible']);
  });
});

describe('a document on which its State puts nothing that can be verified', () => {
  for (const [what, reading] of [
    ['a German driving licence', inPrint('driving_licence', 'DEU')],
    ['a British driving licence', inPrint('driving_licence', 'GBR')],
    ['an identity card of Singapore', inPrint('id_card', 'SGP')],
    ['an identity card of Indonesia', inPrint('id_card', 'IDN')],
    ['an identity card of South Africa', inPrint('id_card', 'ZAF')],
    ['an identity card of China', inPrint('id_card', 'CHN')],
  ] as const)
    it(`${what} is for a reviewer at the first attempt, or is not accepted, as the policy says`, () => {
      expect(verdictOn(reading)).to.deep.equal(['review', 'document_not_verifiable']);
      expect(verdictOn(reading, refusing)).to.deep.equal(['retry', 'document_not_accepted']);
    });

  for (const [state, last, first] of [
    ['COL', '2020-11-30', '2020-12-01'],
    ['BGD', '2016-10-01', '2016-10-02'],
    ['GRC', '2023-09-24', '2023-09-25'],
  ] as const)
    it(`is a card of ${state} that was issued before its cards had a zone, and a later one may have one`, () => {
      const issued = (day: string) => {
        const reading = inPrint('id_card', state);
        return { ...reading, fields: { ...reading.fields, date_of_issue: sure(day) } };
      };
      expect(verdictOn(issued(last))).to.deep.equal(['review', 'document_not_verifiable']);
      expect(verdictOn(issued(first))[1]).to.equal('document_back_missing');
      expect(verdictOn(inPrint('id_card', state))[1]).to.equal('document_back_missing');
    });

  it('is named as a type that is not accepted where the policy takes no licences, and no reviewer looks at it', () => {
    const types = { ...standard, documents: { ...standard.documents, types: ['passport'] as const } };
    expect(verdictOn(inPrint('driving_licence', 'DEU'), types)).to.deep.equal(['retry', 'document_type_not_allowed']);
    const swiss = ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FAVRE<<VALENTIN<<<<<<<<<<<<<<<'];
    const fields = { document_number: sure('305142128097') };
    expect(verdictOn({ mrzLines: swiss, documentType: null, issuingCountry: null, fields }, types)).to.deep.equal([
      'retry',
      'document_type_not_allowed',
    ]);
  });

  it('is none where a zone was seen on it that could not be read: another photo is asked for', () => {
    const back = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });
    const seen = { ...inPrint('id_card', 'SGP'), mrzUnread: true } as const;
    const reading = aReadingEvidence(seen, { backFileId: back.file.id });
    const file = aCase({ instead: { file: [aFile(), back], document_reading: [reading] } });
    const { deciding, outcome } = decide(refusing, file, decidedAt);
    expect([outcome, ...deciding]).to.deep.equal(['retry', 'mrz_unreadable', 'data_field_missing']);
  });

  it('is no card of a State that puts a zone on its cards: the back is asked for', () => {
    expect(verdictOn(inPrint('id_card', 'DEU'))[1]).to.equal('document_back_missing');
    expect(verdictOn(inPrint('driving_licence', 'USA'))[1]).to.equal('document_back_missing');
  });
});

/** The attempts of somebody, one reading each, of a picture of its own. */
const attempts = (...readings: readonly Partial<DocumentReading>[]) =>
  aCase({
    attempt: readings.length,
    askedSteps: readings.length > 1 ? ['document_front'] : null,
    instead: {
      file: readings.map((_, n) => aFile({ id: `front000000000${n}`, sha256: `${n}`.repeat(64) }, n + 1)),
      document_reading: readings.map((reading, n) =>
        aReadingEvidence(reading, { id: `reading0000000${n}`, frontFileId: `front000000000${n}`, attempt: n + 1 }),
      ),
      face_match: readings.map((_, n) => ({
        kind: 'face_match',
        attempt: n + 1,
        at: decidedAt,
        documentFileId: `front000000000${n}`,
        referenceFileId: 'refer0000000001',
        outcome: 'compared',
        similarity: 98,
      })),
    },
  });

const verdictAfter = (...readings: readonly Partial<DocumentReading>[]) => {
  const { deciding, outcome, whenExhausted } = decide(standard, attempts(...readings), decidedAt);
  return { verdict: [outcome, ...deciding], whenExhausted };
};

describe('the same finding on a second sharp photo', () => {
  const withoutZone = { mrzLines: null, fields: { document_number: sure('482136049') } };
  const blurred = { ...withoutZone, signals: confidentSignals('document_blurry') };

  it('is no fault of the photo, and a reviewer decides', () => {
    expect(verdictAfter(withoutZone).verdict).to.deep.equal(['retry', 'mrz_missing', 'data_field_missing']);
    expect(verdictAfter(withoutZone, withoutZone).verdict).to.deep.equal(['review', 'document_part_absent']);
  });

  it('is one where one of the photos was poor, or lacked something else', () => {
    expect(verdictAfter(blurred, withoutZone).verdict[0]).to.equal('retry');
    expect(verdictAfter(withoutZone, blurred).verdict[0]).to.equal('retry');
    expect(verdictAfter({ ...withoutZone, documentType: 'id_card' }, withoutZone).verdict[0]).to.equal('retry');
    expect(verdictAfter(withoutZone, blurred, withoutZone).verdict).to.deep.equal(['review', 'document_part_absent']);
  });

  it('is the same under another name: a zone that is not found, and one that is not read', () => {
    const unread = [
      { ...withoutZone, mrzUnread: true },
      { ...withoutZone, mrzLines: ['P<UTO'] },
    ] as const;
    for (const other of unread) {
      expect(verdictAfter(other).verdict).to.deep.equal(['retry', 'mrz_unreadable', 'data_field_missing']);
      expect(verdictAfter(withoutZone, other).verdict).to.deep.equal(['review', 'document_part_absent']);
      expect(verdictAfter(other, withoutZone).verdict).to.deep.equal(['review', 'document_part_absent']);
    }
  });

  it('is so for a reader of the zone alone, which calls every photo without one unreadable', () => {
    const unread = {
      reader: localReader,
      documentType: null,
      issuingCountry: null,
      mrzLines: null,
      fields: {},
      signals: [{ code: 'document_unreadable', confidence: 0.5 }],
    } as const;
    expect(verdictAfter(unread, unread).verdict).to.deep.equal(['review', 'document_part_absent']);
  });

  it('is so for a reader of print too that reads nothing on photos which were measured and are sharp', () => {
    const unread = { mrzLines: null, fields: {}, signals: confidentSignals('document_unreadable') } as const;
    const file = attempts(unread, unread);
    const measured = (sharpness: number) => ({
      ...file,
      evidence: file.evidence.map((item) =>
        item.kind === 'file' ? { ...item, image: { ...aGoodImage, sharpness } } : item,
      ),
    });
    const policy: FlatPolicy = { ...standard, images: somePhotoLimits };
    expect(decide(policy, measured(aGoodImage.sharpness), decidedAt).outcome).to.equal('review');
    const blurredOne = decide(policy, measured(0.2), decidedAt);
    expect([blurredOne.outcome, blurredOne.whenExhausted]).to.deep.equal(['retry', []]);
    expect(decide(standard, file, decidedAt).outcome).to.equal('retry');
  });

  it('leads to a review at the last attempt, and a poor photo to none', () => {
    expect(verdictAfter(withoutZone).whenExhausted).to.deep.equal(['document_part_absent']);
    expect(verdictAfter(blurred).whenExhausted).to.deep.equal([]);
    expect(verdictAfter(blurred, blurred).whenExhausted).to.deep.equal([]);
  });

  for (const [code, whereLast, whereLacking] of [
    ['document_glare', ['retry', 'document_part_absent'], ['retry', 'document_part_absent']],
    ['document_obscured', ['retry', 'document_part_absent'], ['retry', 'document_part_absent']],
    ['document_printed_copy', ['retry', 'document_printed_copy', 'document_part_absent'], ['review']],
  ] as const)
    it(`leads to a review at the last attempt where ${code} is suspected after a sharp photo lacked something`, () => {
      const signals = confidentSignals(code);
      const last = verdictAfter(withoutZone, blurred, { signals });
      expect([last.verdict[0], ...last.whenExhausted]).to.deep.equal(whereLast);
      const lacking = verdictAfter(withoutZone, blurred, { ...withoutZone, signals });
      expect([lacking.verdict[0], ...lacking.whenExhausted]).to.deep.equal(whereLacking);
    });

  it('is reviewed with the suspicion beside it as a reason too', () => {
    const suspected = { ...withoutZone, signals: [{ code: 'document_screen_capture', confidence: 0.9 }] } as const;
    expect(verdictAfter(suspected, suspected).verdict).to.deep.equal([
      'review',
      'document_screen_capture',
      'document_part_absent',
    ]);
  });

  it('leads to a review at the last attempt where a reader of print finds fault with what a machine read whole', () => {
    for (const code of ['document_printed_copy', 'document_screen_capture', 'document_glare'] as const) {
      const suspected = { signals: confidentSignals(code) };
      expect(verdictAfter(suspected, {}).verdict).to.deep.equal(['approve']);
      expect(verdictAfter(suspected, suspected, suspected)).to.deep.equal({
        verdict: ['retry', code],
        whenExhausted: [code],
      });
      expect(verdictAfter(suspected, blurred, blurred).whenExhausted).to.include('document_blurry');
    }
  });

  it('is a damaged document, which no photo mends', () => {
    const damaged = { signals: confidentSignals('document_damaged') };
    expect(verdictAfter(damaged)).to.deep.equal({
      verdict: ['retry', 'document_damaged'],
      whenExhausted: ['document_part_absent'],
    });
    expect(verdictAfter(damaged, damaged).verdict).to.deep.equal(['review', 'document_part_absent']);
  });

  it('does not excuse a face', () => {
    const file = attempts(withoutZone, {});
    const unlike = file.evidence.map((one) => (one.kind === 'liveness_result' ? { ...one, confidence: 50 } : one));
    const { deciding, whenExhausted } = decide(standard, { ...file, evidence: unlike }, decidedAt);
    expect([deciding, whenExhausted]).to.deep.equal([['liveness_low_score'], []]);
  });
});

describe('a type of document that a reader of print alone names', () => {
  for (const type of ['other', 'visa', 'driving_licence'] as const) {
    const passports = { ...standard, documents: { ...standard.documents, types: ['passport' as const] } };
    const reading = inPrint(type, 'DEU');
    const first = decide(passports, attempts(reading), decidedAt);

    it(`${type} is not accepted, and the last attempt ends in a review`, () => {
      expect([first.outcome, ...first.deciding]).to.include.members(['retry', 'document_type_not_allowed']);
      expect(first.whenExhausted).to.deep.equal(['document_part_absent']);
    });

    it(`${type} is asked to be another one on a second photo too`, () => {
      const { deciding, outcome, whenExhausted } = decide(passports, attempts(reading, reading), decidedAt);
      expect([outcome, ...deciding]).to.include.members(['retry', 'document_type_not_allowed']);
      expect(whenExhausted).to.deep.equal(['document_part_absent']);
    });
  }

  it('is refused as the document before it, until no attempt is left', () => {
    const readings = [inPrint('id_card', 'SGP'), inPrint('driving_licence', 'BRA')] as const;
    const { deciding, outcome, whenExhausted } = decide(refusing, attempts(...readings), decidedAt);
    expect([outcome, ...deciding]).to.deep.equal(['retry', 'document_not_accepted']);
    expect(whenExhausted).to.deep.equal(['document_part_absent']);
  });

  it('declines nobody, and is proven by the zone', () => {
    const strict = { ...standard, actions: { document_type_not_allowed: 'decline' } } as const;
    const visa = passportLines({ code: 'V<' });
    const read = { mrzLines: visa, documentType: null, fields: printedFields(visa) };
    expect(verdictOn(inPrint('other', 'DEU'), strict)[0]).to.equal('review');
    expect(verdictOn(read, strict)).to.deep.equal(['decline', 'document_type_not_allowed']);
    const only = { ...standard.documents, allowedCountries: ['AUT'] };
    const country = { ...standard, documents: only, actions: { document_country_not_allowed: 'retry' } } as const;
    const named = decide(country, attempts(inPrint('passport', 'DEU')), decidedAt);
    expect([named.outcome, named.whenExhausted]).to.deep.equal(['retry', ['document_part_absent']]);
    expect(verdictAfter(read).whenExhausted).to.deep.equal(['document_type_not_allowed']);
  });
});

describe('an expired document, or one that is not accepted', () => {
  const expired = passportLines({ expires: '260401' });
  const print = { document_number: sure('L898902C3') };

  it('is for the person where a reviewer would look at something that is not fraud', () => {
    const doubtful = { mrzLines: expired, fields: { document_number: { value: 'L898902C3', confidence: 0.1 } } };
    expect(verdictOn(doubtful)).to.deep.equal(['retry', 'document_expired']);
    const unlisted = passportLines({ expires: '260401', nationality: 'QQQ' });
    expect(verdictOn({ mrzLines: unlisted, fields: print })).to.deep.equal(['retry', 'document_expired']);
    expect(verdictOn({ mrzLines: expired, fields: print }, standard, { full_name: 'Bo Berg' })).to.deep.equal([
      'retry',
      'document_expired',
    ]);
    const visa = { mrzLines: passportLines({ code: 'V<', nationality: 'QQQ' }), fields: print, documentType: null };
    expect(verdictOn(visa)).to.deep.equal(['retry', 'document_type_not_allowed']);
  });

  it('is for a reviewer beside a sign of fraud, and where the zone may be misread', () => {
    const signals = confidentSignals('document_tampered');
    expect(verdictOn({ mrzLines: expired, fields: print, signals })).to.deep.equal(['review', 'document_tampered']);
    const misread = expired.map((line) => line.replace(/^(.{9})6/, '$17'));
    expect(verdictOn({ mrzLines: misread, fields: print })[0]).to.equal('review');
  });

  it('is for a reviewer where the document or the person was seen before: another document would hide that', () => {
    const nobody = { document: 0, person: 0, image: 0, device: 0 };
    const counting: FlatPolicy = { ...standard, duplicates: nobody };
    for (const [seen, reason] of [
      [{ others: { ...nobody, document: 1 } }, 'duplicate_document'],
      [{ others: { ...nobody, person: 1 } }, 'duplicate_person'],
      [{ declined: { document: 1 } }, 'duplicate_of_declined'],
    ] as const) {
      const reading = aReadingEvidence({ mrzLines: expired, fields: print });
      const file = aCase({ instead: { document_reading: [reading] }, more: [aDuplicateCheck(seen)] });
      const { deciding, outcome } = decide(counting, file, decidedAt);
      expect([outcome, ...deciding]).to.deep.equal(['review', reason]);
    }
  });

  it('is for a reviewer where an odd value was left out, which may have been the one that contradicts', () => {
    const reading = { mrzLines: expired, fields: print };
    const contradicting = { ...reading, issuingCountry: 'DEU' };
    expect(verdictOn(contradicting)).to.deep.equal(['review', 'mrz_print_mismatch']);
    const leftOut = { ...reading, issuingCountry: null, signals: confidentSignals('document_unverified_other') };
    expect(verdictOn(leftOut)).to.deep.equal(['review', 'document_unverified_other']);
  });

  it('is for the person at each attempt, and for a reviewer after the last one, also where that photo is poor', () => {
    const lines = passportLines({ code: 'V<' });
    const visa = { mrzLines: lines, documentType: null, fields: printedFields(lines) };
    const glare = { ...visa, mrzLines: null, signals: confidentSignals('document_glare') };
    for (const [read, reason] of [
      [{ mrzLines: expired, fields: printedFields(expired) }, 'document_expired'],
      [visa, 'document_type_not_allowed'],
    ] as const) {
      const asked = { verdict: ['retry', reason], whenExhausted: [reason] };
      expect(verdictAfter(read)).to.deep.equal(asked);
      expect(verdictAfter(read, read, read)).to.deep.equal(asked);
      expect(verdictAfter(read, read, glare).whenExhausted).to.include('document_glare');
      expect(verdictAfter({ mrzLines: null, fields: print }, read)).to.deep.equal(asked);
    }
  });

  it('leaves the doubt to a reviewer at the last attempt', () => {
    const doubtful = { mrzLines: expired, fields: { document_number: { value: 'L898902C3', confidence: 0.1 } } };
    expect(verdictAfter(doubtful).whenExhausted).to.deep.equal(['ai_low_confidence']);
  });
});
