import type { DocumentReader, DocumentReading } from '@portcullis/domain';
import { E } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aReading, localReader, passportLines } from '../../../../support/builders/readings.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { aConsentingPerson, aService, personActions, stored } from '../../../../support/services/memory-service.ts';

const printed = passportLines();

const misread = (column: number, char: string): readonly string[] =>
  printed.map((line, row) => (row === 1 ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** Each picture is misread at another place: in the number, in the date of birth, in the date of expiry. */
const readings = [misread(3, 'B'), misread(14, '9'), misread(22, '7')];

const pictures = readings.map((_, at) => Uint8Array.from([...tinyJpeg(), at]));

/** Reads one prepared MRZ after the other. */
const readerOf = (mrzs: readonly (readonly string[])[], reader: DocumentReading['reader']) => (): DocumentReader => {
  const left = [...mrzs];
  return {
    read: () => async () =>
      E.right(
        aReading({ reader, documentType: null, fields: {}, issuingCountry: null, mrzLines: left.shift() ?? null }),
      ),
  };
};

/** Analyses the pictures one after the other, and answers the last analysis and the stored reading. */
const analysed = async (
  reader: DocumentReading['reader'] = localReader,
  photos: readonly Uint8Array[] = pictures,
  policy: Partial<FlatPolicy> = {},
) => {
  const service = aService({ reader: readerOf(readings, reader), policy });
  const person = await aConsentingPerson(service);
  const { analyze } = personActions(person);
  const analyses = [];
  for (const photo of photos) analyses.push(await mustSucceed(analyze(photo)));
  const { evidence } = await stored(service, person.id);
  const read = evidence.flatMap((item) => (item.kind === 'document_reading' ? [item.reading] : []));
  return { last: analyses.at(-1), analyses, reading: read.at(-1) };
};

describe('three pictures of one side', () => {
  it('are voted on character by character, and the analysis has the zone that they have together', async () => {
    const { analyses, last, reading } = await analysed();
    expect(analyses.map(({ mrz }) => mrz?.valid)).to.deep.equal([false, false, true]);
    expect(last?.mrz).to.deep.include({ lines: printed, repairs: [] });
    expect(reading?.sides?.front.mrzLines).to.deep.equal(printed);
    expect(reading?.votedZone).to.deep.equal({
      side: 'front',
      mrzLines: readings[2],
      analyses: analyses.slice(0, 2).map(({ id }) => id),
    });
    const passed = last?.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
    expect(passed).to.include.members(['document_quality', 'document_mrz', 'document_consistency']);
    expect(reading?.mrzDoubts?.map(({ column }) => column)).to.deep.equal([3, 14, 22]);
  });

  it('have no vote where one picture came twice', async () => {
    const [one = new Uint8Array(), two = one] = pictures;
    expect((await analysed(localReader, [one, two, one])).reading?.votedZone).to.equal(undefined);
  });

  it('have no vote where a model read them, which may have corrected what is printed wrong', async () => {
    const model = { ...localReader, promptVersion: '1' };
    const { last } = await analysed(model);
    expect(last?.mrz?.valid).to.equal(false);
  });
});
