import { createLocalReader } from '@portcullis/adapter-local-reader';
import type { DocumentReading } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { weights } from '#adapters/local-reader/network/weights';
import { inFull, someOf } from '../../support/effort.ts';
import { fieldsIn, photoOf, specimen } from '../../support/images/specimens.ts';
import { mustSucceed } from '../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
/** A quick run has each format, and a wrong check digit. */
const readable = someOf(
  ['td3-valid', 'td3-expired', 'td3-minor', 'td3-wrong-check-digit', 'td3-rotated', 'td3-noisy', 'td1-valid-back'],
  3,
);

/** A side of which this reader read these lines. */
const aSide = (mrzLines: readonly string[] | null) => ({ fields: {}, mrzLines, barcode: null });

/** Makes a reading of one side in which nothing was read, except for what `over` says. */
const aReading = (over: Partial<DocumentReading>): DocumentReading => ({
  reader: {
    name: 'local-reader',
    model: `network ${weights.sha256.slice(0, 8)}; tesseract.js 7.0.0, eng 4.0.0_best_int`,
    promptVersion: null,
    requestId: null,
  },
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: null,
  barcode: null,
  signals: [],
  sides: { front: aSide(over.mrzLines ?? null), back: null },
  usage: { inputTokens: 0, outputTokens: 0 },
  ...over,
});
const unreadable = { code: 'document_unreadable', confidence: 0.5 } as const;

const jpeg = (bytes: Uint8Array): DocumentImage => ({ bytes, contentType: 'image/jpeg' });
const redrawn = async (name: string, change: (photo: Sharp) => Sharp): Promise<DocumentImage> =>
  jpeg(
    await change(sharp(photoOf(name).bytes))
      .jpeg()
      .toBuffer(),
  );

describe('the local reader on specimens', function () {
  this.timeout(60_000);
  const { reader, close } = createLocalReader({ deadlineMs: 50_000 });
  after(close);
  const read = (front: DocumentImage, back: DocumentImage | null = null) =>
    mustSucceed(reader.read({ call, front, back, hints: {} }));

  const known = new Map<string, Promise<DocumentReading>>();
  /** Reads the photo of a specimen once for all tests. */
  const readingOf = (name: string): Promise<DocumentReading> => {
    const reading = known.get(name) ?? read(photoOf(name));
    known.set(name, reading);
    return reading;
  };

  for (const name of readable) {
    it(`reads ${name} as it is printed`, async () => {
      const { mrzUncertain: _, ...reading } = await readingOf(name);
      expect(reading).to.deep.equal(aReading({ mrzLines: specimen(name).lines }));
    });
  }

  it('is certain of a number and of its check digit that are printed clearly, although they do not match', async () => {
    const { mrzUncertain = [], ...reading } = await readingOf('td3-wrong-check-digit');
    // An O in place of the zero is the one thing that it does not rule out.
    const read = mrzUncertain.map(({ column, line, others }) => `${reading.mrzLines?.[line]?.[column]} or ${others}`);
    expect(read.filter((one) => one !== '0 or O')).to.deep.equal([]);
    expect(await readingOf('td3-valid')).not.to.have.property('mrzUncertain');
  });

  it('reads all fields correctly but one of the specimens: the number whose check digit is printed wrong is not a field', async () => {
    let right = 0;
    let of = 0;
    for (const name of readable) {
      const got = fieldsIn((await readingOf(name)).mrzLines ?? []);
      for (const [field, value] of Object.entries(specimen(name).fields ?? {})) {
        of += 1;
        // The MRZ has no hyphen: ICAO Doc 9303 part 3, section 4.6.
        const expected = field === 'last_name' ? value.replace('-', ' ') : value;
        if (got[field] === expected) right += 1;
      }
    }
    expect({ right, of }).to.deep.equal({ right: 8 * readable.length - 1, of: 8 * readable.length });
  });

  it('reads a wrong check digit as it is printed', async () => {
    const { mrzLines } = await readingOf('td3-wrong-check-digit');
    expect(mrzLines?.[1]?.slice(0, 10)).to.equal('D231405857');
  });

  it('reports a blurred photo as blurred, and answers no line of the MRZ that it saw', async () => {
    const { signals, ...rest } = await read(photoOf('td3-blurred'));
    const { signals: _, ...expected } = aReading({ mrzUnread: true });
    expect(rest).to.deep.equal(expected);
    expect(signals.map(({ code }) => code)).to.deep.equal(['document_blurry', 'document_unreadable']);
  });

  for (const name of someOf(['not-a-document', 'td1-valid-front'], 1)) {
    it(`answers no lines for ${name}, and does not call it blurred`, async () => {
      expect(await read(photoOf(name))).to.deep.equal(aReading({ signals: [unreadable] }));
    });
  }

  it('finds the MRZ on the back', async () => {
    const reading = await read(photoOf('td1-valid-front'), photoOf('td1-valid-back'));
    const { lines } = specimen('td1-valid-back');
    const sides = { front: aSide(null), back: aSide(lines) };
    expect(reading).to.deep.equal(aReading({ mrzLines: lines, sides }));
  });

  inFull('attributes an MRZ that is burnt out by light to glare', async () => {
    const light = Buffer.from(
      '<svg width="700" height="420"><ellipse cx="350" cy="210" rx="350" ry="210" fill="#fff"/></svg>',
    );
    const photo = await redrawn('td3-valid', (image) => image.composite([{ input: light, left: 500, top: 760 }]));
    const signals = [{ code: 'document_glare', confidence: 0.5 } as const, unreadable];
    expect(await read(photo)).to.deep.equal(aReading({ signals }));
  });

  for (const degrees of [90, 180, 270, -15]) {
    inFull(`reads a passport in a photo that is rotated by ${degrees} degrees`, async () => {
      const photo = await redrawn('td3-valid', (image) => image.rotate(degrees, { background: '#645038' }));
      expect((await read(photo)).mrzLines).to.deep.equal(specimen('td3-valid').lines);
    });
  }

  inFull('reads a passport that is 500 pixels wide', async () => {
    const photo = await redrawn('td3-valid', (image) => image.resize(500));
    expect((await read(photo)).mrzLines).to.deep.equal(specimen('td3-valid').lines);
  });

  for (const [what, bytes] of [
    ['no bytes', new Uint8Array()],
    ['bytes that are no image', new TextEncoder().encode('P<UTOERIKSSON<<ANNA<MARIA')],
    ['half an image', photoOf('td3-valid').bytes.subarray(0, 60_000)],
  ] as const) {
    it(`calls ${what} unreadable`, async () => {
      const signals = [{ code: 'document_unreadable', confidence: 1 } as const];
      expect(await read(jpeg(bytes))).to.deep.equal(aReading({ signals }));
    });
  }
});
