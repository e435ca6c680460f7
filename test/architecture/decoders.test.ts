import { expect } from 'chai';
import { filesBelow, textOf } from '../support/repository/files.ts';

/** What is given to the image library, by file. */
const decoded = filesBelow('packages')
  .filter((path) => /\/src\/.*\.ts$/.test(path))
  .flatMap((path) => {
    const calls = [...textOf(path).matchAll(/\bsharp\(([^,()]*(?:\(\))?)/g)].map(([, given]) => given);
    return calls.length > 0 ? [[path, [...new Set(calls)].toSorted()] as const] : [];
  });

describe('the image library', () => {
  it('gets files only as what the walk of their container has left, our own JPEGs, and pixels', () => {
    const walked = 'picture.toDecode()';
    const pixels = 'data';
    const ownJpeg = 'jpeg';
    expect(decoded).to.deep.equal([
      ['packages/adapters/local-reader/src/picture/photo.ts', [pixels, walked]],
      ['packages/adapters/sharp/src/encoding/jpeg.ts', [walked]],
      ['packages/adapters/sharp/src/measure/measure-image.ts', [pixels, ownJpeg]],
    ]);
  });

  it('is asked for no head without a deadline, except for those of our own JPEGs', () => {
    const asking = filesBelow('packages').filter(
      (path) => /\/src\/.*\.ts$/.test(path) && textOf(path).includes('.metadata('),
    );
    expect(asking).to.deep.equal(['packages/adapters/sharp/src/measure/measure-image.ts']);
  });
});
