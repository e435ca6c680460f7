import { createHash } from 'node:crypto';
import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { type MrzDoubt, unreadSide } from '@portcullis/documents';
import { type DocumentReader, type DocumentReading, E, type MediaNormalizer } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { unavailable } from '@portcullis/domain/kernel';
import type { ImageInput } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { aReading, cardLines, localReader, passportLines } from '../../../../support/builders/readings.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { aConsentingPerson, aService, stored } from '../../../../support/services/memory-service.ts';

type Lines = readonly string[];

const printed = passportLines();

/** An MRZ with other characters in its second line. */
const misread = (lines: Lines, column: number, text: string): Lines =>
  lines.map((line, row) => (row === 1 ? line.slice(0, column) + text + line.slice(column + text.length) : line));

/** Characters of the second line that may be any. */
const at = (...columns: readonly number[]): readonly MrzDoubt[] =>
  columns.map((column) => ({ line: 1, column, others: '' }));

/** A picture whose bytes are no other's. */
const picture = (n: number): Uint8Array => Uint8Array.from([...tinyJpeg(), n]);
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const main = picture(0);
const one = picture(1);
const two = picture(2);
const three = picture(3);

type Read = Lines | null | { readonly lines: Lines; readonly uncertain: readonly MrzDoubt[] } | 'outage';

/** Reads each picture as given, and counts what it was asked to read. */
const readerOf = (mrzs: ReadonlyMap<Uint8Array, Read>, reader: DocumentReading['reader'], asked: Uint8Array[]) => {
  const mrzOf = (bytes: Uint8Array): Read =>
    [...mrzs].find(([known]) => Buffer.from(known).equals(Buffer.from(bytes)))?.[1] ?? null;
  const read: DocumentReader['read'] = ({ front }) => {
    asked.push(front.bytes);
    const mrz = mrzOf(front.bytes);
    if (mrz === 'outage') return async () => E.left(unavailable('document_reader', 'full', 'quota'));
    const [mrzLines, mrzUncertain] = mrz && 'lines' in mrz ? [mrz.lines, mrz.uncertain] : [mrz, []];
    return async () =>
      E.right(
        aReading({
          reader,
          documentType: null,
          fields: {},
          issuingCountry: null,
          mrzLines,
          mrzUncertain,
        }),
      );
  };
  return (): DocumentReader => ({ read });
};

type Case = {
  readonly mrzs: readonly (readonly [Uint8Array, Read])[];
  readonly frames?: readonly Uint8Array[];
  readonly reader?: DocumentReading['reader'];
  readonly policy?: Partial<FlatPolicy>;
  readonly media?: MediaNormalizer;
};

/** Analyses a picture with its frames: the analysis, the stored reading, and which pictures were read. */
const analysed = async ({ frames = [one, two], media, policy = {}, reader = localReader, mrzs }: Case) => {
  const asked: Uint8Array[] = [];
  const service = aService({ reader: readerOf(new Map(mrzs), reader, asked), policy, ...(media && { media }) });
  const { caller, id } = await aConsentingPerson(service);
  const front = { bytes: main, frames };
  const view = await mustSucceed(service.analyze({ caller, profileId: id, front, back: null, hints: {} }));
  const { evidence } = await stored(service, id);
  const reading = evidence.flatMap((item) => (item.kind === 'document_reading' ? [item.reading] : [])).at(-1);
  const files = evidence.flatMap((item) => (item.kind === 'file' ? [item.file] : []));
  return { view, reading, read: asked.length, files };
};

/** The main picture is misread in the date of expiry, and its reader is not certain there. */
const doubted = { lines: misread(printed, 22, '7'), uncertain: at(22) };
const good: Case['mrzs'] = [
  [main, doubted],
  [one, misread(printed, 14, '9')],
  [two, printed],
];

describe('the frames of a picture', () => {
  it('vote on a zone whose check digits do not hold, and their lines and digests are all that is kept of them', async () => {
    const { files, read, reading, view } = await analysed({ mrzs: good });
    expect(view.mrz).to.deep.include({ lines: printed, valid: true, repairs: [] });
    const digests = reading?.frames?.map(({ contentSha256 }) => contentSha256) ?? [];
    expect(reading?.frames).to.deep.equal([
      { side: 'front', contentSha256: digests[0], sha256: sha256Of(one), mrzLines: misread(printed, 14, '9') },
      { side: 'front', contentSha256: digests[1], sha256: sha256Of(two), mrzLines: printed },
    ]);
    expect(reading?.votedZone).to.deep.equal({
      side: 'front',
      mrzLines: doubted.lines,
      analyses: [],
      frames: digests,
    });
    expect(reading?.mrzDoubts?.map(({ column }) => column)).to.deep.equal([14, 22]);
    const details = view.checks.find(({ name }) => name === 'document_mrz');
    expect([details?.status, files.length, read]).to.deep.equal(['passed', 1, 3]);
  });

  it('are not read where every check digit holds, nor where no character is doubted', async () => {
    expect((await analysed({ mrzs: [[main, printed]] })).read).to.equal(1);
    expect((await analysed({ mrzs: [[main, doubted.lines]] })).read).to.equal(1);
    expect((await analysed({ mrzs: [[main, null]] })).read).to.equal(1);
  });

  it('are not read by a model, which is paid for each picture and corrects what is printed wrong', async () => {
    const { read, reading } = await analysed({ mrzs: good, reader: { ...localReader, promptVersion: '1' } });
    expect([read, reading?.frames, reading?.votedZone]).to.deep.equal([1, undefined, undefined]);
  });

  it('never make valid what is printed wrong and was read clearly, whatever they show', async () => {
    const wrong = misread(printed, 3, 'B');
    const frames = [
      [one, printed],
      [two, printed],
    ] as const;
    // The reader doubts other characters than the one that the frames would change, or takes it for another one.
    for (const uncertain of [at(2, 4, 22), [{ line: 1, column: 3, others: 'E' }]]) {
      const { reading, view } = await analysed({ mrzs: [[main, { lines: wrong, uncertain }], ...frames] });
      expect(view.mrz?.valid).to.equal(false);
      expect(reading?.votedZone).to.equal(undefined);
      expect(reading?.sides?.front.mrzLines).to.deep.equal(wrong);
      expect(reading?.frames?.length).to.equal(2);
    }
    const uncertain = [{ line: 1, column: 3, others: 'E8' }];
    const { reading } = await analysed({ mrzs: [[main, { lines: wrong, uncertain }], ...frames] });
    expect(reading?.mrzLines).to.deep.equal(printed);
  });

  it('have one vote for one picture, and none for the picture that is kept', async () => {
    const mrzs: Case['mrzs'] = [
      [main, doubted],
      [one, printed],
    ];
    const twice = await analysed({ mrzs, frames: [one, one] });
    expect([twice.read, twice.reading?.frames?.length, twice.view.mrz?.valid]).to.deep.equal([2, 1, false]);
    const same = await analysed({ mrzs, frames: [main, one] });
    expect([same.read, same.view.mrz?.valid]).to.deep.equal([2, false]);
  });

  it('that cannot be decoded, or read just now, leave the picture as it was read', async () => {
    const normalizer = memoryMediaNormalizer();
    const media: MediaNormalizer = {
      normalize: (part, bytes, owner) =>
        Buffer.from(bytes).equals(Buffer.from(one))
          ? async () => E.left({ _tag: 'UnsupportedMedia', part, message: 'The image is damaged or not complete.' })
          : normalizer.normalize(part, bytes, owner),
    };
    const damaged = await analysed({ mrzs: good, media });
    expect([damaged.reading?.frames?.length, damaged.view.mrz?.valid]).to.deep.equal([1, false]);
    const outage = await analysed({
      mrzs: [
        [main, doubted],
        [one, 'outage'],
        [two, printed],
      ],
    });
    expect([outage.reading?.frames?.length, outage.view.mrz?.valid]).to.deep.equal([1, false]);
  });

  it('vote together with an earlier picture', async () => {
    const mrzs: Case['mrzs'] = [
      [three, misread(printed, 14, '9')],
      [main, doubted],
      [two, printed],
    ];
    const service = aService({ reader: readerOf(new Map(mrzs), localReader, []) });
    const { caller, id } = await aConsentingPerson(service);
    const analyze = (bytes: Uint8Array, frames: readonly Uint8Array[]) =>
      mustSucceed(service.analyze({ caller, profileId: id, front: { bytes, frames }, back: null, hints: {} }));
    const earlier = await analyze(three, []);
    expect((await analyze(main, [two])).mrz?.valid).to.equal(true);
    const { evidence } = await stored(service, id);
    const newest = evidence.findLast((item) => item.kind === 'document_reading');
    const voted = newest?.kind === 'document_reading' ? newest.reading.votedZone : undefined;
    expect([voted?.analyses, voted?.frames?.length]).to.deep.equal([[earlier.id], 1]);
  });

  it('have no vote on a later picture, of which they are no frames', async () => {
    const service = aService({
      reader: readerOf(new Map<Uint8Array, Read>([...good, [three, doubted]]), localReader, []),
    });
    const { caller, id } = await aConsentingPerson(service);
    const analyze = (bytes: Uint8Array, frames: readonly Uint8Array[]) =>
      mustSucceed(service.analyze({ caller, profileId: id, front: { bytes, frames }, back: null, hints: {} }));
    const valid = [(await analyze(main, [one, two])).mrz?.valid, (await analyze(three, [])).mrz?.valid];
    expect(valid).to.deep.equal([true, false]);
  });

  it('vote also where the picture was the last step, so that the checks of the profile have it read', async () => {
    const policy: Partial<FlatPolicy> = { steps: ['consent', 'document_front'] };
    const { reading, view } = await analysed({ mrzs: good, policy });
    expect(view.profileStatus).to.not.equal('in_progress');
    expect([view.mrz?.valid, reading?.votedZone?.frames?.length]).to.deep.equal([true, 2]);
  });

  it('vote on the side that they came with, which is the back of a card', async () => {
    const card = cardLines();
    const spoilt = card.map((line, row) => (row === 1 ? `9${line.slice(1)}` : line));
    const uncertain = [{ line: 1, column: 0, others: '' }];
    const asked: Uint8Array[] = [];
    const read: DocumentReader['read'] = ({ back, front }) => {
      asked.push(front.bytes);
      const mrzLines = back ? spoilt : card;
      const mrz = { fields: {}, mrzLines, barcode: null };
      const sides = back ? { front: unreadSide, back: mrz } : { front: mrz, back: null };
      const own = { reader: localReader, documentType: null, fields: {}, issuingCountry: null };
      return async () => E.right(aReading({ ...own, mrzLines, sides, ...(back && { mrzUncertain: uncertain }) }));
    };
    const analyze = async (front: ImageInput, back: ImageInput) => {
      const service = aService({ reader: () => ({ read }) });
      const { caller, id } = await aConsentingPerson(service);
      const view = await mustSucceed(service.analyze({ caller, profileId: id, front, back, hints: {} }));
      const { evidence } = await stored(service, id);
      const frames = evidence.flatMap((item) => (item.kind === 'document_reading' ? (item.reading.frames ?? []) : []));
      return { ...view.mrz, sides: frames.map(({ side }) => side) };
    };
    // Those of the front have no vote on the back, and are not read.
    const ofFront = await analyze({ bytes: main, frames: [one, two] }, { bytes: three });
    expect([ofFront.valid, ofFront.sides, asked.length]).to.deep.equal([false, [], 1]);
    const ofBack = await analyze({ bytes: main }, { bytes: three, frames: [one, two] });
    expect([ofBack.lines, ofBack.sides, asked.length]).to.deep.equal([card, ['back', 'back'], 4]);
  });

  it('of a picture that was analysed before change nothing: nobody tries other frames with it', async () => {
    const asked: Uint8Array[] = [];
    const service = aService({ reader: readerOf(new Map([...good, [three, null]]), localReader, asked) });
    const { caller, id } = await aConsentingPerson(service);
    const analyze = (frames: readonly Uint8Array[]) =>
      mustSucceed(service.analyze({ caller, profileId: id, front: { bytes: main, frames }, back: null, hints: {} }));
    const before = await analyze([three]);
    const after = await analyze([one, two]);
    expect([before.mrz?.valid, after.mrz?.valid, after.id, asked.length]).to.deep.equal([false, false, before.id, 2]);
  });

  it('are rejected before anything is stored if they are no pictures, or more than two', async () => {
    const service = aService();
    const { caller, id } = await aConsentingPerson(service);
    const rejected = async (frames: readonly Uint8Array[]) => {
      const front = { bytes: main, frames };
      const result = await service.analyze({ caller, profileId: id, front, back: null, hints: {} })();
      const { evidence } = await stored(service, id);
      expect(evidence.filter(({ kind }) => kind === 'file')).to.deep.equal([]);
      return E.isLeft(result) ? result.left : null;
    };
    expect(await rejected([one, Buffer.from('<svg/>')])).to.deep.equal({
      _tag: 'UnsupportedMedia',
      part: 'document_front_frame_2',
      message: 'The file is not a JPEG, PNG or WebP image.',
    });
    expect(await rejected([new Uint8Array()])).to.have.property('part', 'document_front_frame_1');
    expect(await rejected([one, two, three])).to.have.property('_tag', 'Invalid');
  });
});
