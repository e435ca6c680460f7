import { expect } from 'chai';
import { frameOf, stageOf } from '#verify/capture/frame';

const pictures = [
  { width: 1920, height: 1080 },
  { width: 640, height: 480 },
  { width: 1080, height: 1080 },
  { width: 480, height: 640 },
  { width: 1080, height: 1920 },
];

describe('the frame at the camera', () => {
  for (const picture of pictures) {
    const { height, left, top, width } = frameOf(picture);
    const name = `${picture.width}×${picture.height}`;

    it(`lies in the middle of a picture of ${name}`, () => {
      expect(2 * left + width).to.be.closeTo(picture.width, 0.01);
      expect(2 * top + height).to.be.closeTo(picture.height, 0.01);
      expect([left > 0, top > 0]).to.deep.equal([true, true]);
    });

    it(`is drawn where a picture of ${name} is measured`, () => {
      const stage = stageOf(picture);
      expect(Number(stage['--proportion'])).to.be.closeTo(picture.width / picture.height, 1e-6);
      expect((Number.parseFloat(stage['--beside']) / 100) * picture.width).to.be.closeTo(left, 0.01);
      expect((Number.parseFloat(stage['--above']) / 100) * picture.height).to.be.closeTo(top, 0.01);
    });

    it(`has the proportions of a document that lies in a picture of ${name}`, () => {
      expect(width / height).to.be.within(1.39, 1.9);
    });
  }

  it('leaves 8 and 10 per cent around it in a picture that lies', () => {
    expect(frameOf({ width: 1600, height: 900 })).to.deep.equal({ left: 128, top: 90, width: 1344, height: 720 });
  });
});
