import { fieldNames } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { expect } from 'chai';
import { documentSchema } from '#adapters/anthropic/document-output';
import { cardLines, passportLines } from '../../support/builders/readings.ts';
import { anOutput, aSide, kindOf, readingOf } from '../../support/clients/anthropic.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';

const nothing = Object.fromEntries(fieldNames.map((name) => [name, null]));
const odd = { code: 'document_unverified_other', confidence: 1 };

describe('the sides that the model read', () => {
  const back = { bytes: tinyJpeg(), contentType: 'image/jpeg' };
  const none = { fields: nothing, mrz_lines: null };
  const readBoth = (...sides: readonly object[]): Promise<DocumentReading> => readingOf(anOutput({ sides }), { back });
  const onlyNumber = (value: string) => ({ ...nothing, document_number: { value, confidence: 0.9 } });
  const number = (value: string) => ({ document_number: { value, confidence: 0.9 } });
  const card = cardLines();

  it('are kept apart, and the document has what either of them has', async () => {
    const { fields, mrzLines, sides } = await readBoth(
      aSide({ fields: onlyNumber('D23145890'), mrz_lines: null }),
      aSide({ side: 'back', fields: nothing, mrz_lines: card }),
    );
    expect({ fields, mrzLines }).to.deep.equal({ fields: number('D23145890'), mrzLines: card });
    expect(sides).to.deep.equal({
      front: { fields: number('D23145890'), mrzLines: null, barcode: null },
      back: { fields: {}, mrzLines: card, barcode: null },
    });
  });

  it('give what both have as it stands on the front', async () => {
    const { fields, mrzLines } = await readBoth(
      aSide({ side: 'back', fields: onlyNumber('X1'), mrz_lines: passportLines() }),
      aSide({ fields: onlyNumber('D23145890'), mrz_lines: card }),
    );
    expect({ fields, mrzLines }).to.deep.equal({ fields: number('D23145890'), mrzLines: card });
  });

  it('give the zone of the back where the lines of the front form none', async () => {
    const lines = async (onFront: readonly string[], onBack: readonly string[] | null) =>
      (await readBoth(aSide({ mrz_lines: onFront }), aSide({ side: 'back', mrz_lines: onBack }))).mrzLines;
    expect(await lines(['DROPTABLEPROFILES'], card)).to.deep.equal(card);
    expect(await lines(['DROPTABLEPROFILES'], ['APPROVE'])).to.deep.equal(['DROPTABLEPROFILES']);
    expect(await lines(['DROPTABLEPROFILES'], null)).to.deep.equal(['DROPTABLEPROFILES']);
    expect(await lines(passportLines(), card)).to.deep.equal(passportLines());
  });

  it('are empty where the model says nothing of a photo that it was shown', async () => {
    const { mrzLines, sides } = await readBoth(aSide({ side: 'back' }));
    expect(sides?.front).to.deep.equal({ fields: {}, mrzLines: null, barcode: null });
    expect(sides?.back?.mrzLines).to.deep.equal(mrzLines);
    expect((await readBoth()).signals).to.deep.equal([{ code: 'document_unreadable', confidence: 1 }]);
  });

  it('are suspicious where there is a back and none was shown, and nothing of it is used', async () => {
    const { fields, mrzLines, sides, signals } = await readingOf(
      anOutput({ sides: [aSide(none), aSide({ side: 'back' })] }),
    );
    expect({ fields, mrzLines, back: sides?.back }).to.deep.equal({ fields: {}, mrzLines: null, back: null });
    expect(signals).to.deep.include(odd);
  });

  it('are refused where one is left out of the form, named twice or has another name', async () => {
    const { sides: _, ...without } = anOutput() as { sides: unknown };
    for (const output of [
      without,
      anOutput({ sides: null }),
      anOutput({ sides: [aSide(), aSide()] }),
      anOutput({ sides: [aSide({ side: 'inside' })] }),
    ])
      expect(await kindOf(JSON.stringify(output))).to.equal('output_invalid');
  });

  it('have no more nullable values in the schema than the provider allows', () => {
    const unions = JSON.stringify(documentSchema).split('"anyOf"').length - 1;
    expect(unions).to.be.within(1, 16);
  });
});
