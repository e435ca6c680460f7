import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { locateMrz } from '#adapters/local-reader/locate/locate-mrz';
import { createNetworkReader } from '#adapters/local-reader/network/read-by-network';
import { decodePhoto, type Photo } from '#adapters/local-reader/picture/photo';
import { someOf } from '../../../support/effort.ts';
import { photoOf, specimen } from '../../../support/images/specimens.ts';

const names: readonly string[] = [
  'td3-valid',
  'td3-expired',
  'td3-wrong-check-digit',
  'td3-minor',
  'td3-noisy',
  'td1-valid-back',
];

const ways: Readonly<Record<string, (photo: Sharp) => Sharp>> = {
  '700 pixels wide': (photo) => photo.resize(700),
  'out of focus': (photo) => photo.blur(2),
  'compressed much': (photo) => photo.jpeg({ quality: 15 }),
};

describe('the network that reads zones', function () {
  this.timeout(60_000);
  const readByNetwork = createNetworkReader();

  const decoded = new Map<string, Promise<Photo | null>>();
  /** Decodes a specimen as it was drawn, once for all tests. */
  const asDrawn = (name: string): Promise<Photo | null> => {
    const photo = decoded.get(name) ?? decodePhoto(photoOf(name).bytes);
    decoded.set(name, photo);
    return photo;
  };

  /** The reading of the MRZ that is found first, upright or upside down. */
  const read = async (photo: Photo | null, quarters: 0 | 2) => {
    const [located] = photo ? locateMrz({ full: photo.full, searched: photo.searchByWidth }, quarters) : [];
    return located ? readByNetwork(located) : null;
  };

  /** The share of the characters of these specimens that is read. */
  const shareRead = async (some: typeof names, photoOfName: (name: string) => Promise<Photo | null>) => {
    let right = 0;
    let of = 0;
    for (const name of some) {
      const printed = specimen(name).lines.join('');
      const got = (await read(await photoOfName(name), 0))?.lines.join('') ?? '';
      of += printed.length;
      right += [...printed].filter((char, at) => char === got[at]).length;
    }
    return right / of;
  };

  it('reads at least 99 of 100 characters of the specimens, as drawn', async () => {
    expect(await shareRead(names, asDrawn)).to.be.at.least(0.99);
  });

  for (const [way, change] of Object.entries(ways)) {
    it(`reads at least 99 of 100 characters of the specimens, ${way}`, async () => {
      const changed = async (name: string) => decodePhoto(await change(sharp(photoOf(name).bytes)).toBuffer());
      expect(await shareRead(someOf(names, 2), changed)).to.be.at.least(0.99);
    });
  }

  it('names the format, and is certain of every character of a clear photo', async () => {
    const passport = await read(await asDrawn('td3-valid'), 0);
    const card = await read(await asDrawn('td1-valid-back'), 0);
    expect([passport?.format.name, card?.format.name]).to.deep.equal(['TD3', 'TD1']);
    const certainties = [passport, card].flatMap((reading) => reading?.certainties.flat() ?? [0]);
    expect(Math.min(...certainties)).to.be.above(0.7);
  });

  it('reads no zone that is upside down', async () => {
    for (const name of someOf(names, 3)) expect(await read(await asDrawn(name), 2), name).to.equal(null);
  });
});
