import { spawnSync } from 'node:child_process';
import { createBarcodeReader } from '@portcullis/adapter-local-reader';
import type { Barcode } from '@portcullis/documents';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { aamvaText, aCard } from '../../support/builders/aamva-text.ts';
import { inFull, someOf } from '../../support/effort.ts';
import { type PhotoConditions, photoOfBack } from '../../support/images/card-backs.ts';
import { drawn, hostilePictures, plain, uselessSizes } from '../../support/images/hostile-pictures.ts';
import { root } from '../../support/repository/files.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const canadian = aCard({ issuer: '604428', country: 'CAN', last: 'CÔTÉ-BÉLANGER', first: 'ZOË', version: 9 });
const old = aCard({ version: 1, middle: ['MARIA', 'LOUISE'] });

const text = aamvaText(aCard());

describe('the barcode on a photo of the back of a card', function () {
  this.timeout(60_000);

  const { close, reader } = createBarcodeReader();
  after(close);
  const read = (bytes: Uint8Array): Promise<Barcode | null> =>
    mustSucceed(reader.read([{ bytes, contentType: 'image/jpeg' }]));
  const readScene = async (scene: PhotoConditions) => read(await photoOfBack(scene));

  const scenes: readonly (readonly [what: string, scene: Partial<PhotoConditions>])[] = [
    ...[90, 180, 270].map((degrees) => [`turned by ${degrees} degrees`, { degrees }] as const),
    ...[-9, 3, -4, 6, 30].map((degrees) => [`at a slope of ${degrees} degrees`, { degrees }] as const),
    ['as small as 4 pixels for a millimetre', { scale: 4 }],
    ['so far out of focus that bars run into each other', { blur: 0.15 }],
  ];
  const allAtOnce = ['with all of that', { blur: 0.05, degrees: 93, noise: 12, quality: 50, tilt: 0.05 }] as const;
  /** Each of these is a part of a scene above, or has more pixels for the same. */
  const parts: typeof scenes = [
    ['as large as 40 pixels for a millimetre', { scale: 40 }],
    ['turned and at a slope', { degrees: 184 }],
    ['a little out of focus', { blur: 0.1 }],
    ['with noise', { noise: 25 }],
    ['in a poor JPEG', { quality: 20 }],
    ['farther away at the top', { tilt: 0.1 }],
  ];
  for (const [what, scene] of [allAtOnce, ...someOf([...scenes, ...parts], 0)]) {
    it(`is read ${what}`, async () => {
      expect(await readScene({ text, ...scene })).to.deep.equal({ state: 'read', text });
    });
  }

  const cards = [
    ['of Canada, with letters beyond ASCII', canadian],
    ['of version 1', old],
  ] as const;
  for (const [what, card] of someOf(cards, 1)) {
    it(`is read ${what}`, async () => {
      const said = aamvaText(card);
      expect(await readScene({ text: said })).to.deep.equal({ state: 'read', text: said });
    });
  }

  for (const degrees of [0, 5, 90, 210]) {
    inFull(`is detected but unreadable when it is badly out of focus and rotated by ${degrees} degrees`, async () => {
      expect(await readScene({ text, blur: 0.25, degrees })).to.deep.equal({ state: 'unreadable' });
    });
  }

  const withoutBarcode = [
    ['straight', {}],
    ['turned', { degrees: 7 }],
    ['out of focus', { blur: 0.25 }],
  ] as const;
  for (const [what, scene] of someOf(withoutBarcode, 1)) {
    it(`is not detected where there is none: stripe, print and a one-dimensional barcode, ${what}`, async () => {
      expect(await readScene({ text: null, ...scene })).to.equal(null);
    });
  }

  inFull('is read in the same way whatever picture was read before', async () => {
    const photo = await photoOfBack({ text, degrees: 4 });
    for (const other of [await photoOfBack({ text: null }), await photoOfBack({ text: aamvaText(old) })]) {
      await read(other);
      expect(await read(photo)).to.deep.equal({ state: 'read', text });
    }
  });
});

/** Draws bars in rows like those of a PDF417, without a start or stop pattern. */
const endlessBars = (x: number, y: number): number =>
  Math.imul((x >> 2) * 10_000 + Math.floor(y / 12), 0x9e3779b1) >>> 30 < 2 ? 10 : 245;

/** Each row has a start and a stop pattern, and invalid codewords between them. */
const modules = `11111111010101000${'11101010111000000'.repeat(6)}1111111010001010010000`;
const patterns = (x: number, y: number): number =>
  modules[((x + 3 * (y >> 4)) >> 2) % modules.length] === '1' ? 10 : 245;

describe('a hostile picture', function () {
  this.timeout(120_000);

  const { close, reader } = createBarcodeReader();
  after(close);

  /** These pictures are drawn for the reader of machine-readable zones, and are also the most work for this reader. */
  const busy = ['nothing but zones', 'a narrow strip of print', 'a tall page of print', 'noise of 25 megapixels'];
  const pictures = {
    'patterns of start and stop': () => drawn(3000, 3000, patterns),
    'endless bars': () => drawn(3000, 3000, endlessBars),
    ...Object.fromEntries(Object.entries(hostilePictures).filter(([name]) => busy.includes(name))),
  };
  // A quick run has the picture that most resembles a barcode.
  for (const [what, draw] of someOf(Object.entries(pictures), 1)) {
    it(`gives no text, in bounded time: ${what}`, async () => {
      const bytes = await draw();
      const began = performance.now();
      const barcode = await mustSucceed(reader.read([{ bytes, contentType: 'image/png' }]));
      expect(barcode?.state).not.to.equal('read');
      // Far beyond what it takes on a busy machine: this finds a search without an end.
      expect(performance.now() - began).to.be.below(30_000);
    });
  }

  it('is not decoded at all in sizes that no photo has', async () => {
    for (const [width, height] of uselessSizes) {
      const bytes = await plain(width, height);
      expect(await mustSucceed(reader.read([{ bytes, contentType: 'image/png' }]))).to.equal(null);
    }
  });
});

describe('the barcode reader', function () {
  this.timeout(60_000);

  let photo: Uint8Array = new Uint8Array();
  before(async () => {
    photo = await photoOfBack({ text });
  });
  const sides = () => [{ bytes: photo, contentType: 'image/jpeg' }];

  it('gives up a read that is overdue, and performs the next one', async () => {
    const hurried = createBarcodeReader({ deadlineMs: 1 });
    const { _tag, ...refusal } = await mustFail(hurried.reader.read(sides()));
    expect({ _tag, ...refusal }).to.include({ _tag: 'Unavailable', service: 'document_reader', kind: 'timeout' });
    await hurried.close();
    const patient = createBarcodeReader();
    expect(await mustSucceed(patient.reader.read(sides()))).to.deep.equal({ state: 'read', text });
    await patient.close();
  });

  it('refuses a read when its queue is full, and marks it as not sent', async () => {
    const { close, reader } = createBarcodeReader({ threads: 1, maxWaiting: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => reader.read(sides())()));
    const kinds = answers.map((answer) => (E.isLeft(answer) ? [answer.left.kind, answer.left.notSent] : 'read'));
    expect(kinds).to.deep.equal(['read', 'read', ['quota', true]]);
    await close();
  });

  it('refuses reads after it was closed', async () => {
    const { close, reader } = createBarcodeReader();
    await mustSucceed(reader.read(sides()));
    await close();
    expect(await mustFail(reader.read(sides()))).to.include({ _tag: 'Unavailable', kind: 'unavailable' });
  });

  it('starts again after it was idle', async () => {
    const { close, reader } = createBarcodeReader({ idleMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      expect(await mustSucceed(reader.read(sides()))).to.deep.equal({ state: 'read', text });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await close();
  });

  /** Answers what a program fetches that has a white picture read. */
  const fetchedBy = (reading: string): unknown => {
    const program = `
      const fetched = [];
      globalThis.fetch = (address) => { fetched.push(new URL(address).hostname); return Promise.reject(new Error('none')); };
      ${reading}
      console.log(JSON.stringify(fetched));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  };

  it('fetches nothing: its engine is a file of the package, which the library would fetch by default', () => {
    const picture = '{ data: new Uint8Array(10_000).fill(255), width: 100, height: 100 }';
    const ours = `const { readBarcode } = await import('@portcullis/adapter-local-reader'); await readBarcode(${picture});`;
    expect(fetchedBy(ours)).to.deep.equal([]);
    const theirs = `const { readBarcodes } = await import('zxing-wasm/reader'); await readBarcodes(${picture}).catch(() => 0);`;
    expect(fetchedBy(theirs)).to.deep.equal(['fastly.jsdelivr.net']);
  });
});
