import { type DocumentReading, decide } from '@portcullis/domain';
import type { CheckDetail, CheckName, FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, passportLines } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const detailsOf = (name: CheckName, file: DecisionInput, policy: FlatPolicy = standard) =>
  decide(policy, file, decidedAt).details[name];

const reading = (...given: Parameters<typeof aReadingEvidence>): DecisionInput =>
  aCase({ instead: { document_reading: [aReadingEvidence(...given)] } });

type Compared = Extract<CheckDetail, { kind: 'comparison' }>;
type Side = Compared['one'];

const mrz = (value: string): Side => ({ source: 'mrz', value });
const barcode = (value: string): Side => ({ source: 'barcode', value });
const ai = (value: string): Side => ({ source: 'ai', value });
const claimed = (value: string): Side => ({ source: 'claimed', value });

const compared = (
  field: string,
  comparator: Compared['comparator'],
  one: Side,
  other: Side,
  score = 100,
): Compared => ({
  kind: 'comparison',
  field,
  comparator,
  one,
  other,
  score,
  agrees: score >= 80,
});

const value = (
  name: string,
  seen: string | number | boolean,
  limit: string | number | null,
  source: Side['source'],
): CheckDetail => ({
  kind: 'value',
  name,
  value: seen,
  limit,
  source,
});

describe('the details of a check', () => {
  it('contain for the consistency every two sources of a field, their similarity, and each limit', () => {
    const fields = {
      last_name: { value: 'Erikson', confidence: 0.9 },
      document_number: { value: 'L898902C3', confidence: 0.4 },
      date_of_issue: { value: '2022-04-16', confidence: 1 },
    };
    const otherZone = { reader: 'local', mrzLines: passportLines({ names: 'ERIKSSON<<ANNA' }) };
    const same = (field: string, comparator: Compared['comparator'], said: string) =>
      compared(field, comparator, mrz(said), mrz(said));
    expect(detailsOf('document_consistency', reading({ fields, otherZone }))).to.deep.equal([
      compared('last_name', 'name', mrz('ERIKSSON'), ai('Erikson'), 69),
      same('last_name', 'name', 'ERIKSSON'),
      compared('first_name', 'name', mrz('ANNA MARIA'), mrz('ANNA'), 88),
      compared('document_number', 'number', mrz('L898902C3'), ai('L898902C3')),
      same('document_number', 'number', 'L898902C3'),
      same('issuing_country', 'country', 'UTO'),
      compared('issuing_country', 'country', mrz('UTO'), ai('UTO')),
      same('nationality', 'country', 'UTO'),
      same('date_of_birth', 'date', '1974-08-12'),
      same('date_of_expiry', 'date', '2032-04-15'),
      same('sex', 'sex', 'female'),
      { kind: 'value', name: 'zone_of_other_reader', value: 'different', source: 'mrz' },
      compared('document_type', 'type', mrz('passport'), ai('passport')),
      value('date_of_birth', '1974-08-12', '2026-05-01', 'mrz'),
      value('date_of_issue', '2022-04-16', '2026-05-01', 'ai'),
      value('date_of_issue', '2022-04-16', '1974-08-12', 'ai'),
      value('date_of_expiry', '2032-04-15', '1974-08-12', 'mrz'),
      value('date_of_expiry', '2032-04-15', '2022-04-16', 'mrz'),
      value('date_of_expiry', '2032-04-15', '2033-01-16', 'mrz'),
      value('last_name_confidence', 0.9, 0.5, 'ai'),
      value('document_number_confidence', 0.4, 0.5, 'ai'),
    ]);
  });

  it('contain for the consistency of a licence its barcode', () => {
    const sights = detailsOf('document_consistency', reading(aLicence({ issuingCountry: 'US' }))) ?? [];
    expect(sights.filter(({ kind }) => kind === 'comparison')).to.deep.equal([
      compared(
        'document_number',
        'number',
        { ...barcode('T64235789'), side: 'back' },
        { ...ai('T64235789'), side: 'front' },
      ),
      compared('issuing_country', 'country', { ...barcode('USA'), side: 'back' }, ai('US')),
      compared('document_type', 'type', barcode('driving_licence'), ai('driving_licence')),
    ]);
    expect(sights.find(({ kind }) => kind === 'value')).to.deep.equal(
      value('date_of_birth', '1974-08-12', '2026-05-01', 'barcode'),
    );
  });

  it('contain for the claims each of them beside what a machine reads', () => {
    const claims = {
      full_name: 'Anna Eriksson',
      date_of_birth: '1974-08-12',
      country: 'UTO',
      gender: 'F',
      document_type: 'passport',
    } as const;
    const file = aCase({ more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: claims }] });
    expect(detailsOf('claimed_data', file)).to.deep.equal([
      compared('full_name', 'name', claimed('Anna Eriksson'), mrz('ERIKSSON ANNA MARIA'), 94),
      compared('date_of_birth', 'date', claimed('1974-08-12'), mrz('1974-08-12')),
      compared('issuing_country', 'country', claimed('UTO'), mrz('UTO')),
      compared('sex', 'sex', claimed('F'), mrz('female')),
      compared('document_type', 'type', claimed('passport'), mrz('passport')),
    ]);
  });

  it('contain for the expiry the day, and the first day of expiry that is accepted', () => {
    const lenient: FlatPolicy = { ...standard, documents: { ...standard.documents, expiryGraceDays: 30 } };
    expect([detailsOf('document_expiry', aCase()), detailsOf('document_expiry', aCase(), lenient)]).to.deep.equal([
      [value('date_of_expiry', '2032-04-15', '2026-05-01', 'mrz')],
      [value('date_of_expiry', '2032-04-15', '2026-04-01', 'mrz')],
    ]);
    expect(detailsOf('document_expiry', reading(aLicence()))).to.deep.equal([
      value('date_of_expiry', '2032-04-15', '2026-05-01', 'barcode'),
    ]);
  });

  it('contain for the barcode whether it was read, and its issuer', () => {
    const seen = (barcode: DocumentReading['barcode']) => detailsOf('document_barcode', reading(aLicence({ barcode })));
    const told = (name: string, said: string | number): CheckDetail => ({
      kind: 'value',
      name,
      value: said,
      source: 'barcode',
    });
    expect(seen(aLicence().barcode)).to.deep.equal([
      told('barcode', 'parsed'),
      told('aamva_version', 10),
      told('issuer', '636000'),
      told('issuing_jurisdiction', 'US-VA'),
    ]);
    expect(seen({ state: 'read', text: 'PUBDSK_1' })).to.deep.equal([told('barcode', 'unknown')]);
    expect(seen({ state: 'unreadable' })).to.deep.equal([told('barcode', 'unreadable')]);
    expect(seen(null)).to.deep.equal([]);
  });

  it('contain for the age the date of birth, the latest one that is old enough, and the age', () => {
    expect(detailsOf('document_age', aCase())).to.deep.equal([
      value('date_of_birth', '1974-08-12', '2008-05-01', 'mrz'),
      value('age', 51, 18, 'mrz'),
    ]);
  });

  it('contain for the type the type and the country, and what the policy accepts', () => {
    expect(detailsOf('document_type', aCase())).to.deep.equal([
      value('document_type', 'passport', 'passport id_card residence_permit driving_licence', 'mrz'),
      value('issuing_country', 'UTO', null, 'mrz'),
      { kind: 'value', name: 'issuing_country_denied', value: false, source: 'mrz' },
    ]);
    const german = reading({ issuingCountry: null, mrzLines: passportLines({ state: 'D' }) });
    const policy: FlatPolicy = {
      ...standard,
      documents: { ...standard.documents, allowedCountries: ['FR', 'DE'], deniedCountries: ['D'] },
    };
    expect(detailsOf('document_type', german, policy)?.slice(1)).to.deep.equal([
      value('issuing_country', 'DEU', 'FR DE', 'mrz'),
      { kind: 'value', name: 'issuing_country_denied', value: true, source: 'mrz' },
    ]);
  });

  it('name each field that the check needs and does not have, and its source', () => {
    const missing = (field: string, source: Side['source'] = 'mrz') => ({
      kind: 'value',
      name: 'missing_field',
      value: field,
      source,
    });
    const [first = '', second = ''] = passportLines();
    const wrongNumber = { mrzLines: [first, second.replace('L898902C3', 'L898902C4')] };
    expect(detailsOf('document_consistency', reading(wrongNumber))).to.deep.include(missing('document_number'));
    expect(detailsOf('document_consistency', reading({ fields: {} }))).to.deep.include(
      missing('document_number', 'ai'),
    );
    expect(detailsOf('document_consistency', reading())?.filter(({ kind }) => kind === 'value')).not.to.deep.include(
      missing('document_number'),
    );
    const none = reading({ mrzLines: null, fields: {}, documentType: null, issuingCountry: null });
    expect(detailsOf('document_expiry', none)).to.deep.equal([missing('date_of_expiry')]);
    expect(detailsOf('document_age', none)).to.deep.equal([missing('date_of_birth')]);
    expect(detailsOf('document_type', none)).to.deep.equal([missing('document_type'), missing('issuing_country')]);
    const claim = { kind: 'claimed', attempt: 1, at: decidedAt, claimed: { document_number: 'L898902C4' } } as const;
    const claiming = aCase({ instead: { document_reading: [aReadingEvidence(wrongNumber)] }, more: [claim] });
    expect(detailsOf('claimed_data', claiming)).to.deep.equal([missing('document_number')]);
  });

  it('are empty where nothing was read', () => {
    const sights = decide(standard, aCase({ instead: { document_reading: [] } }), decidedAt).details;
    expect([sights.document_consistency, sights.document_age, sights.claimed_data]).to.deep.equal([[], [], []]);
  });
});
