import { expect } from 'chai';
import { shotOf } from '#verify/capture/stills';

const soft = new Blob(['1']);
const sharp = new Blob(['2']);
const sharper = new Blob(['3']);

describe('a shot of several stills', () => {
  it('shows the sharpest one, and has the others beside it, the sharper first', () => {
    const stills = [
      { photo: soft, sharpness: 600 },
      { photo: sharper, sharpness: 1000 },
      { photo: sharp, sharpness: 900 },
    ];
    expect(shotOf(stills)).to.deep.equal({ photo: sharper, frames: [sharp, soft] });
  });

  it('leaves out a still that was moved, and is the first of several alike', () => {
    const stills = [
      { photo: sharp, sharpness: 900 },
      { photo: sharper, sharpness: 900 },
      { photo: soft, sharpness: 449 },
    ];
    expect(shotOf(stills)).to.deep.equal({ photo: sharp, frames: [sharper] });
  });

  it('is of one still alone where there is one, and none of none', () => {
    expect(shotOf([{ photo: sharp, sharpness: 0 }])).to.deep.equal({ photo: sharp, frames: [] });
    expect(shotOf([])).to.equal(null);
  });
});
