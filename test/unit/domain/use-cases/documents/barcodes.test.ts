import { memoryBarcodeReader } from '@portcullis/adapter-memory';
import { type BarcodeReader, E, type Unavailable, unavailable } from '@portcullis/domain';
import { sha256Hex } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aLicence, confidentSignals, licenceText, localReader } from '../../../../support/builders/readings.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  completeLiveness,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const front = tinyJpeg();
const back = Uint8Array.from([...front, 1]);

const started = async (changes: ServiceChanges = {}) => aConsentingPerson(aService(changes));

const text = licenceText();
const onTheBack = memoryBarcodeReader({ [sha256Hex(back)]: { state: 'read', text } });

/** A reader that is down, and the number of its calls. */
const failingReader = (down: Unavailable) => {
  const count = { asked: 0 };
  const reader: BarcodeReader = {
    read: () => async () => {
      count.asked += 1;
      return E.left(down);
    },
  };
  return { reader, count };
};

describe('the barcode of a document', () => {
  it('is a part of the reading and of the analysis, whichever reader read the rest', async () => {
    const person = await started({ barcodes: onTheBack, reading: aLicence({ barcode: null }) });
    const { barcode, document } = await mustSucceed(personActions(person).analyze(front, back));
    expect(barcode).to.deep.equal({
      state: 'parsed',
      standard: 'aamva',
      version: 10,
      issuer: '636000',
      issuingJurisdiction: 'US-VA',
      documentType: 'driving_licence',
      fields: {
        last_name: 'ERIKSSON',
        first_name: 'ANNA MARIA',
        document_number: 'T64235789',
        issuing_country: 'USA',
        date_of_birth: '1974-08-12',
        date_of_issue: '2022-04-16',
        date_of_expiry: '2032-04-15',
        sex: 'F',
      },
      truncated: [],
    });
    expect(document.fields.last_name).to.deep.equal({
      value: 'ERIKSSON',
      sources: [{ source: 'barcode', value: 'ERIKSSON' }],
      agreement: 'single',
    });
    const { evidence } = await stored(person.service, person.id);
    const reading = evidence.find((item) => item.kind === 'document_reading');
    expect(reading?.kind === 'document_reading' && reading.reading.barcode).to.deep.equal({ state: 'read', text });
  });

  it('is the one that the local reader read, whatever the other reader says of one', async () => {
    const person = await started({ reading: aLicence() });
    expect(await mustSucceed(personActions(person).analyze(front, back))).to.have.property('barcode', null);
  });

  it('is unknown in another standard, and unreadable where it was only detected', async () => {
    const scripted = async (barcode: Parameters<typeof memoryBarcodeReader>[0]) =>
      (await mustSucceed(personActions(await started({ barcodes: memoryBarcodeReader(barcode) })).analyze(front)))
        .barcode;
    const digest = sha256Hex(front);
    expect(await scripted({ [digest]: { state: 'read', text: 'PUBDSK_1' } })).to.deep.equal({ state: 'unknown' });
    expect(await scripted({ [digest]: { state: 'unreadable' } })).to.deep.equal({ state: 'unreadable' });
  });

  it('is searched on the back before the front', async () => {
    const sides: number[] = [];
    const barcodes: BarcodeReader = {
      read: (given) => async () => {
        sides.push(...given.map(({ bytes }) => bytes.length));
        return E.right(null);
      },
    };
    await mustSucceed(personActions(await started({ barcodes })).analyze(front, back));
    expect(sides).to.deep.equal([back.length, front.length]);
  });

  it('is recorded by the side on which it was read', async () => {
    const sidesWith = async (script: Parameters<typeof memoryBarcodeReader>[0]) => {
      const person = await started({ barcodes: memoryBarcodeReader(script), reading: aLicence({ barcode: null }) });
      await mustSucceed(personActions(person).analyze(front, back));
      const { evidence } = await stored(person.service, person.id);
      const item = evidence.find(({ kind }) => kind === 'document_reading');
      const sides = item?.kind === 'document_reading' ? item.reading.sides : undefined;
      return [sides?.front.barcode, sides?.back?.barcode];
    };
    const read = { state: 'read', text } as const;
    const other = { state: 'read', text: licenceText({ DAQ: 'T64235780' }) } as const;
    const onFront = sha256Hex(front);
    const onBack = sha256Hex(back);
    expect(await sidesWith({ [onBack]: read })).to.deep.equal([null, read]);
    expect(await sidesWith({ [onFront]: read })).to.deep.equal([read, null]);
    expect(await sidesWith({ [onFront]: other, [onBack]: read })).to.deep.equal([other, read]);
    expect(await sidesWith({ [onFront]: read, [onBack]: { state: 'unreadable' } })).to.deep.equal([
      read,
      { state: 'unreadable' },
    ]);
  });

  it('overrides the opinion of an MRZ reader that nothing is readable, and nothing else', async () => {
    const guess = [{ code: 'document_unreadable', confidence: 0.5 } as const, ...confidentSignals('document_glare')];
    const codesOf = async (changes: ServiceChanges) => {
      const { signals } = await mustSucceed(personActions(await started(changes)).analyze(front, back));
      return signals.map(({ code }) => code);
    };
    const ofMrzs = { mrzLines: null, fields: {}, reader: localReader };
    expect(await codesOf({ barcodes: onTheBack, reading: { ...ofMrzs, signals: guess } })).to.deep.equal([
      'document_glare',
    ]);
    expect(await codesOf({ reading: { ...ofMrzs, signals: guess } })).to.deep.equal([
      'document_unreadable',
      'document_glare',
    ]);
    const sure = confidentSignals('document_unreadable');
    expect(await codesOf({ barcodes: onTheBack, reading: { ...ofMrzs, signals: sure } })).to.deep.equal([
      'document_unreadable',
    ]);
    expect(await codesOf({ barcodes: onTheBack, reading: { signals: guess } })).to.deep.equal([
      'document_unreadable',
      'document_glare',
    ]);
  });
});

describe('a barcode reader that fails', () => {
  it('prevents the whole reading: the model is not called, and a person decides', async () => {
    const { count, reader } = failingReader(unavailable('document_reader', 'the thread ended', 'timeout'));
    const person = await started({ barcodes: reader, policy: { providerTries: 1 } });
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: front }] }));
    await completeLiveness(person);
    const profile = await stored(person.service, person.id);
    expect([profile.status, profile.statusReasons]).to.deep.equal(['in_review', ['provider_timeout']]);
    expect([count.asked, person.service.readerCalls.calls]).to.deep.equal([1, 0]);
  });

  it('counts as an analysis, so that nobody keeps it busy with expensive pictures', async () => {
    const { count, reader } = failingReader(unavailable('document_reader', 'overdue', 'timeout'));
    const { analyze } = personActions(await started({ barcodes: reader }));
    for (let n = 0; n < 10; n += 1) expect(await mustFail(analyze(front))).to.include({ kind: 'timeout' });
    expect(await mustFail(analyze(front))).to.include({ _tag: 'LimitReached' });
    expect(count.asked).to.equal(10);
  });

  it('does not count when the reader was too busy to begin', async () => {
    const busy = { ...unavailable('document_reader', 'busy', 'quota', 1), notSent: true } as const;
    const { analyze } = personActions(await started({ barcodes: failingReader(busy).reader }));
    for (let n = 0; n < 20; n += 1) expect(await mustFail(analyze(front))).to.equal(busy);
  });
});
