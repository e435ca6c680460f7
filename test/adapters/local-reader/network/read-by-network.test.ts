import { createNetworkReader, decodePhoto, locateMrz } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { photoOf, specimen } from '../../../support/images/specimens.ts';

const names = ['td3-valid', 'td3-expired', 'td3-wrong-check-digit', 'td3-minor', 'td3-noisy', 'td1-valid-back'];

const ways: Readonly<Record<string, (photo: Sharp) => Sharp>> = {
  'as drawn': (photo) => photo,
  '700 pixels wide': (photo) => photo.resize(700),
  'out of focus': (photo) => photo.blur(2),
  'compressed much': (photo) => photo.jpeg({ quality: 15 }),
};

describe('the network that reads zones', function () {
  this.timeout(60_000);
  const readByNetwork = createNetworkReader();

  /** The reading of the MRZ that is found first, upright or upside down. */
  const read = async (name: string, change: (photo: Sharp) => Sharp, quarters: 0 | 2) => {
    const photo = await decodePhoto(await change(sharp(photoOf(name).bytes)).toBuffer());
    const [located] = photo ? locateMrz({ full: photo.full, searched: photo.searchByWidth }, quarters) : [];
    return located ? readByNetwork(located) : null;
  };

  for (const [way, change] of Object.entries(ways)) {
    it(`reads at least 99 of 100 characters of the specimens, ${way}`, async () => {
      let [right, of] = [0, 0];
      for (const name of names) {
        const printed = specimen(name).lines.join('');
        const got = (await read(name, change, 0))?.lines.join('') ?? '';
        of += printed.length;
        right += [...printed].filter((char, at) => char === got[at]).length;
      }
      expect(right / of).to.be.at.least(0.99);
    });
  }

  it('names the format, and is certain of every character of a clear photo', async () => {
    const passport = await read('td3-valid', (photo) => photo, 0);
    const card = await read('td1-valid-back', (photo) => photo, 0);
    expect([passport?.format.name, card?.format.name]).to.deep.equal(['TD3', 'TD1']);
    const certainties = [passport, card].flatMap((reading) => reading?.certainties.flat() ?? [0]);
    expect(Math.min(...certainties)).to.be.above(0.7);
  });

  it('reads no zone that is upside down', async () => {
    for (const name of names) expect(await read(name, (photo) => photo, 2), name).to.equal(null);
  });
});
