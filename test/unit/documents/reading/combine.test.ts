import { type SideReadings, unreadSide } from '@portcullis/documents';
import { combineReadings, type DocumentReading } from '@portcullis/domain';
import { expect } from 'chai';
import { aReading, confidentSignals, localReader, onFront, passportLines } from '../../../support/builders/readings.ts';

const right = passportLines();
/** This is another valid MRZ: of the same document, with the name of somebody else. */
const another = passportLines({ names: 'ERIKSSON<<HANNA<MARIA' });
/** This is the same MRZ with a wrong check digit of the number. */
const wrong = right.map((line, row) => (row === 1 ? `${line.slice(0, 9)}9${line.slice(10)}` : line));
/** This is the same MRZ with one letter misread as another, and a digit misread as a similar letter. */
const misread = right.map((line, row) => (row === 1 ? line.replace('L898902C3', 'L89B902G3') : line));
/** This is the same MRZ with a letter in a place for digits, which the grammar allows to be corrected. */
const correctable = right.map((line, row) => (row === 1 ? line.replace('740812', '74O812') : line));

type Mrz = readonly string[] | null;

const aLocal = (over: Partial<DocumentReading> = {}): DocumentReading =>
  aReading({ reader: localReader, documentType: null, issuingCountry: null, fields: {}, ...over });

const mrzsOf = (ai: Mrz, local: Mrz) => {
  const { mrzLines, otherZone } = combineReadings(aReading({ mrzLines: ai }), aLocal({ mrzLines: local }));
  return { mrzLines, otherZone };
};

describe('the combination of two readings', () => {
  it('takes the names from the model where the local reader left them out and read the same otherwise', () => {
    const nameless = passportLines({ names: '' });
    expect(mrzsOf(right, nameless)).to.deep.equal({ mrzLines: right, otherZone: undefined });
    const otherNumber = passportLines({ names: '', number: 'L898902C4' });
    expect(mrzsOf(right, otherNumber)).to.deep.equal({
      mrzLines: otherNumber,
      otherZone: { reader: 'model', mrzLines: right },
    });
    expect(mrzsOf(null, nameless)).to.deep.equal({ mrzLines: nameless, otherZone: undefined });
  });

  it('has the print, the type and the cost of the model, the MRZ of both, and the names of both', () => {
    const model = aReading({
      reader: { name: 'model', model: 'reader-1', promptVersion: '1', requestId: 'req-1' },
      signals: confidentSignals('document_glare'),
      usage: { inputTokens: 900, outputTokens: 100 },
    });
    expect(combineReadings(model, aLocal({ signals: confidentSignals('document_blurry') }))).to.deep.equal({
      reader: { name: 'model+local', model: 'reader-1 + ocr-1', promptVersion: '1', requestId: 'req-1' },
      documentType: 'passport',
      issuingCountry: 'UTO',
      fields: { document_number: { value: 'L898902C3', confidence: 1 } },
      mrzLines: right,
      barcode: null,
      signals: confidentSignals('document_glare', 'document_blurry'),
      otherZone: { reader: 'model', mrzLines: right },
      sides: onFront(model),
      usage: { inputTokens: 900, outputTokens: 100 },
    });
  });

  it('has the doubtful characters of the reader whose MRZ counts', () => {
    const doubts = [{ line: 1, column: 4, others: 'O' }];
    const combined = (ai: Mrz, local: Mrz) =>
      combineReadings(
        aReading({ mrzLines: ai, mrzDoubts: [{ line: 1, column: 8, others: 'B' }] }),
        aLocal({ mrzLines: local, mrzDoubts: doubts }),
      ).mrzDoubts;
    expect(combined(wrong, right)).to.deep.equal(doubts);
    expect(combined(right, misread)).to.deep.equal([{ line: 1, column: 8, others: 'B' }]);
    expect(combined(null, null)).to.equal(undefined);
  });

  const both: readonly (readonly [string, Mrz, Mrz, 'model' | 'local'])[] = [
    ['both are right and say the same', right, right, 'local'],
    ['both are right and differ', right, another, 'local'],
    ['its own alone is right', wrong, right, 'local'],
    ['the other one alone is right, and differs in what looks alike', right, misread, 'model'],
    ['the other one alone is right, and has another digit where its own is wrong', right, wrong, 'local'],
    ['the other one is right as it was read, and its own would have to be repaired', right, correctable, 'model'],
    ['neither is right', correctable, wrong, 'local'],
  ];
  for (const [when, ai, local, counts] of both) {
    it(`takes the MRZ of the ${counts} reader where ${when}, and keeps the other beside it`, () => {
      const [mrz, beside] = counts === 'local' ? [local, ai] : [ai, local];
      const reader = counts === 'local' ? 'model' : 'local';
      expect(mrzsOf(ai, local)).to.deep.equal({ mrzLines: mrz, otherZone: { reader, mrzLines: beside } });
    });
  }

  const alone: readonly (readonly [string, Mrz, Mrz, Mrz])[] = [
    ['only the model saw one', wrong, null, wrong],
    ['only the local reader saw one', null, wrong, wrong],
    ['nobody saw one', null, null, null],
  ];
  for (const [when, ai, local, mrz] of alone) {
    it(`has no other MRZ where ${when}`, () => {
      expect(mrzsOf(ai, local)).to.deep.equal({ mrzLines: mrz, otherZone: undefined });
    });
  }

  it('has no key for another MRZ where there is none, like evidence of one reader', () => {
    expect(combineReadings(aReading(), aLocal({ mrzLines: null }))).to.not.have.property('otherZone');
  });

  it('has an MRZ that was seen and not read where either reader saw one and neither read it', () => {
    const none = { mrzLines: null } as const;
    const unread = { ...none, mrzUnread: true } as const;
    expect(combineReadings(aReading(none), aLocal(unread)).mrzUnread).to.equal(true);
    expect(combineReadings(aReading(unread), aLocal(none)).mrzUnread).to.equal(true);
    expect(combineReadings(aReading(), aLocal(unread))).to.not.have.property('mrzUnread');
    expect(combineReadings(aReading(none), aLocal(none))).to.not.have.property('mrzUnread');
  });

  describe('by side', () => {
    const page = { fields: {}, mrzLines: right, barcode: null };
    const sidesOf = (ai: SideReadings | undefined, local: SideReadings, localMrz: Mrz = right) => {
      const { sides: _, ...model } = aReading();
      const { sides: __, ...own } = aLocal({ mrzLines: localMrz });
      return combineReadings({ ...model, ...(ai && { sides: ai }) }, { ...own, sides: local }).sides;
    };

    it('has the print of the model and the MRZ that counts of each side', () => {
      const { fields } = aReading();
      const ai = { front: { ...page, fields, mrzLines: wrong }, back: unreadSide };
      expect(sidesOf(ai, { front: page, back: unreadSide })).to.deep.equal({
        front: { ...page, fields },
        back: unreadSide,
      });
    });

    it('is missing where the model has an MRZ on a side where the local reader, which read one, has none', () => {
      const onFront = { front: page, back: unreadSide };
      const onBack = { front: unreadSide, back: page };
      expect(sidesOf(onFront, onBack)).to.equal(undefined);
      expect(sidesOf(onBack, onFront)).to.equal(undefined);
      expect(sidesOf({ front: page, back: page }, onBack)).to.equal(undefined);
    });

    it('has the MRZ of the local reader where the model saw none', () => {
      const seen = { front: unreadSide, back: page };
      expect(sidesOf({ front: unreadSide, back: unreadSide }, seen)).to.deep.equal(seen);
    });

    it('has the MRZ of the model where the local reader saw none', () => {
      const ai = { front: unreadSide, back: page };
      expect(sidesOf(ai, { front: unreadSide, back: unreadSide }, null)).to.deep.equal(ai);
    });

    it('is missing where one of the readers does not tell the sides apart', () => {
      expect(sidesOf(undefined, { front: page, back: null })).to.equal(undefined);
    });
  });

  it('has each signal once, with the highest confidence', () => {
    const glare = (confidence: number) => [{ code: 'document_glare', confidence } as const];
    for (const [ai, local] of [
      [0.4, 0.5],
      [0.5, 0.4],
    ] as const) {
      const { signals } = combineReadings(aReading({ signals: glare(ai) }), aLocal({ signals: glare(local) }));
      expect(signals).to.deep.equal(glare(0.5));
    }
  });

  const unread = { mrzLines: null, fields: {}, signals: confidentSignals('document_unreadable') } as const;

  it('is not unreadable where the model read something, since a local reader only reads MRZs', () => {
    const { fields } = aReading();
    for (const seen of [aReading({ mrzLines: null, fields }), aReading({ fields: {} })]) {
      expect(combineReadings(seen, aLocal(unread)).signals).to.deep.equal([]);
    }
  });

  it('is unreadable where neither read anything, and where the model says so', () => {
    const unreadable = confidentSignals('document_unreadable');
    expect(combineReadings(aReading({ mrzLines: null, fields: {} }), aLocal(unread)).signals).to.deep.equal(unreadable);
    expect(combineReadings(aReading({ signals: unreadable }), aLocal()).signals).to.deep.equal(unreadable);
  });
});
