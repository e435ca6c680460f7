import { combineReadings, type DocumentReading } from '@portcullis/domain';
import { expect } from 'chai';
import { aReading, passportLines, plainReader, signalled } from '../../support/readings.ts';

const right = passportLines();
/** Another right zone: of the same document, made out to somebody else. */
const another = passportLines({ names: 'ERIKSSON<<HANNA<MARIA' });
/** The same with another digit where the check digit of the number belongs. */
const wrong = right.map((line, row) => (row === 1 ? `${line.slice(0, 9)}9${line.slice(10)}` : line));
/** The same with a letter for another one, and for a digit that looks like it. */
const misread = right.map((line, row) => (row === 1 ? line.replace('L898902C3', 'L89B902G3') : line));
/** The same with a letter where only digits can stand, which the grammar allows to be repaired. */
const slipped = right.map((line, row) => (row === 1 ? line.replace('740812', '74O812') : line));

type Zone = readonly string[] | null;

const aLocal = (over: Partial<DocumentReading> = {}): DocumentReading =>
  aReading({ reader: plainReader, documentType: null, issuingCountry: null, fields: {}, ...over });

const zonesOf = (ai: Zone, local: Zone) => {
  const { mrzLines, otherZone } = combineReadings(aReading({ mrzLines: ai }), aLocal({ mrzLines: local }));
  return { mrzLines, otherZone };
};

describe('one reading of two', () => {
  it('has what is printed, the type and the price from the model, the zone of both, and the names of both', () => {
    const model = aReading({
      reader: { name: 'model', model: 'reader-1', promptVersion: '1', requestId: 'req-1' },
      signals: signalled('document_glare'),
      usage: { inputTokens: 900, outputTokens: 100 },
    });
    expect(combineReadings(model, aLocal({ signals: signalled('document_blurry') }))).to.deep.equal({
      reader: { name: 'model+local', model: 'reader-1 + ocr-1', promptVersion: '1', requestId: 'req-1' },
      documentType: 'passport',
      issuingCountry: 'UTO',
      fields: { document_number: { value: 'L898902C3', confidence: 1 } },
      mrzLines: right,
      barcode: null,
      signals: signalled('document_glare', 'document_blurry'),
      otherZone: { reader: 'model', mrzLines: right },
      usage: { inputTokens: 900, outputTokens: 100 },
    });
  });

  const both: readonly (readonly [string, Zone, Zone, 'model' | 'local'])[] = [
    ['both are right and say the same', right, right, 'local'],
    ['both are right and differ', right, another, 'local'],
    ['its own alone is right', wrong, right, 'local'],
    ['the other one alone is right, and differs in what looks alike', right, misread, 'model'],
    ['the other one alone is right, and has another digit where its own is wrong', right, wrong, 'local'],
    ['the other one is right as it was read, and its own would have to be repaired', right, slipped, 'model'],
    ['neither is right', slipped, wrong, 'local'],
  ];
  for (const [when, ai, local, counts] of both) {
    it(`takes the zone of the ${counts} reader where ${when}, and keeps the other beside it`, () => {
      const [zone, beside] = counts === 'local' ? [local, ai] : [ai, local];
      const reader = counts === 'local' ? 'model' : 'local';
      expect(zonesOf(ai, local)).to.deep.equal({ mrzLines: zone, otherZone: { reader, mrzLines: beside } });
    });
  }

  const alone: readonly (readonly [string, Zone, Zone, Zone])[] = [
    ['only the model saw one', wrong, null, wrong],
    ['only the local reader saw one', null, wrong, wrong],
    ['nobody saw one', null, null, null],
  ];
  for (const [when, ai, local, zone] of alone) {
    it(`has no other zone where ${when}`, () => {
      expect(zonesOf(ai, local)).to.deep.equal({ mrzLines: zone, otherZone: undefined });
    });
  }

  it('has no key for another zone where there is none, as evidence of one reader has none', () => {
    expect(combineReadings(aReading(), aLocal({ mrzLines: null }))).to.not.have.property('otherZone');
  });

  it('has each signal once, with the surest opinion of it', () => {
    const glare = (confidence: number) => [{ code: 'document_glare', confidence } as const];
    for (const [ai, local] of [
      [0.4, 0.5],
      [0.5, 0.4],
    ] as const) {
      const { signals } = combineReadings(aReading({ signals: glare(ai) }), aLocal({ signals: glare(local) }));
      expect(signals).to.deep.equal(glare(0.5));
    }
  });

  const unread = { mrzLines: null, fields: {}, signals: signalled('document_unreadable') } as const;

  it('does not call unreadable what the model has read: who reads zones alone cannot say that of a front', () => {
    const { fields } = aReading();
    for (const seen of [aReading({ mrzLines: null, fields }), aReading({ fields: {} })]) {
      expect(combineReadings(seen, aLocal(unread)).signals).to.deep.equal([]);
    }
  });

  it('calls unreadable what neither has read, and what the model calls so', () => {
    const unreadable = signalled('document_unreadable');
    expect(combineReadings(aReading({ mrzLines: null, fields: {} }), aLocal(unread)).signals).to.deep.equal(unreadable);
    expect(combineReadings(aReading({ signals: unreadable }), aLocal()).signals).to.deep.equal(unreadable);
  });
});
