import { faceBoxes } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { faceBox } from '#domain/evidence/face-box';

const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };

describe('the place of a face on a picture', () => {
  it('is kept with four digits, and still lies on the picture then', () => {
    expect(faceBox({ left: 0.24445, top: 0.186949, width: 0.4710499, height: 0.478512345 })).to.deep.equal({
      left: 0.2445,
      top: 0.1869,
      width: 0.471,
      height: 0.4785,
    });
    const third = faceBox({ left: 1 / 3, top: 0.33335, width: 2 / 3, height: 0.66665 });
    expect(third).to.deep.equal({ left: 0.3333, top: 0.3334, width: 0.6667, height: 0.6666 });
    expect(faceBox({ left: 0, top: 0, width: 1, height: 1 })).to.deep.equal({ left: 0, top: 0, width: 1, height: 1 });
    expect(faceBox(box)).to.deep.equal(box);
  });

  const outside: readonly (readonly [string, object])[] = [
    ['begins left of the picture', { left: -0.001 }],
    ['begins above it', { top: -0.001 }],
    ['ends right of it', { left: 0.9, width: 0.2 }],
    ['ends below it', { top: 0.9, height: 0.2 }],
    ['has no width', { width: 0 }],
    ['has a negative height', { height: -0.1 }],
    ['is smaller than can be kept', { width: 0.00001 }],
    ['is no number', { left: Number.NaN }],
    ['is endless', { width: Number.POSITIVE_INFINITY }],
  ];
  for (const [what, over] of outside)
    it(`is not known where it ${what}`, () => {
      expect(faceBox({ ...box, ...over })).to.equal(null);
      expect(faceBoxes({ documentFace: { ...box, ...over }, referenceFace: box })).to.deep.equal({
        referenceFace: box,
      });
    });
});
