import { createLocalReader } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';
import { someOf } from '../../../support/effort.ts';
import { type FarEdge, seenFromAngle } from '../../../support/images/perspective.ts';
import { photoOf, specimen } from '../../../support/images/specimens.ts';
import { mustSucceed } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };

/** The photos: which edge is farther away, and by which shares it is shorter. */
const angles: readonly (readonly [specimen: string, far: FarEdge, shorter: readonly number[]])[] = [
  ['td3-valid', 'upper', [0.15, 0.3]],
  ['td3-valid', 'left', [0.1, 0.2, 0.3]],
  ['td3-valid', 'right', [0.2, 0.3]],
  ['td1-valid-back', 'lower', [0.2]],
  ['td1-valid-back', 'left', [0.3]],
  ['td1-valid-back', 'right', [0.15]],
];

describe('a zone that is photographed at an angle', function () {
  this.timeout(60_000);
  const { close, reader } = createLocalReader({ deadlineMs: 50_000 });
  after(close);

  for (const [name, far, shares] of someOf(angles, 4))
    it(`is read whole on ${name} with the ${far} edge up to ${Math.max(...shares) * 100} % shorter`, async () => {
      for (const share of someOf(shares.toReversed(), 1)) {
        const bytes = await seenFromAngle(photoOf(name).bytes, far, share);
        const front = { bytes, contentType: 'image/jpeg' };
        const { mrzLines } = await mustSucceed(reader.read({ call, front, back: null, hints: {} }));
        expect(mrzLines, `${share * 100} %`).to.deep.equal(specimen(name).lines);
      }
    });
});
