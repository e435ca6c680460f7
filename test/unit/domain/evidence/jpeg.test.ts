import { jpegEnd, jpegFrame, jpegOfScans, jpegScan, jpegSegment, jpegStart } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { type Picture, walkPicture } from '@portcullis/domain/evidence';
import { expect } from 'chai';

const walked = (bytes: Uint8Array): Picture | string => {
  const found = walkPicture(bytes);
  return E.isLeft(found) ? found.left : found.right;
};

const several = (count: number, make: () => Uint8Array) => Array.from({ length: count }, make);
const frame = jpegFrame(0xc0, 30, 20, 3);
const scan = jpegScan(0, 63, 0, 0, Buffer.from([1, 2, 3]));
const jpegOf = (...parts: readonly Uint8Array[]) => Buffer.concat([jpegStart, ...parts]);

describe('the container of a JPEG', () => {
  it('tells the size of the picture and of its pixels once they are decoded', () => {
    for (const [code, channels] of [
      [0xc0, 1],
      [0xc1, 3],
      [0xc2, 4],
    ] as const) {
      const whole = jpegOf(jpegFrame(code, 30, 20, channels), scan, jpegEnd);
      const found = walked(whole);
      expect(found).to.deep.include({ type: 'image/jpeg', width: 30, height: 20, decodedBytes: 600 * channels });
    }
  });

  it('reaches a decoder up to its end, and nothing behind it does', () => {
    const whole = jpegOf(jpegSegment(0xe1, Buffer.from('Exif')), frame, scan, jpegEnd);
    for (const tail of ['', '<script>', '\xff\xd8\xff\xe0']) {
      const found = walked(Buffer.concat([whole, Buffer.from(tail, 'latin1')]));
      if (typeof found === 'string') throw new Error(`refused as ${found}`);
      expect(Buffer.compare(found.toDecode(), whole)).to.equal(0);
    }
  });

  it('takes restarts, stuffed bytes and filled markers as parts of its scan', () => {
    const data = Buffer.from([1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xd7, 0xff]);
    expect(walked(jpegOf(frame, jpegScan(0, 63, 0, 0, data), jpegEnd))).to.be.an('object');
    expect(walked(jpegOf(Buffer.from([0xff, 0xff]), frame, scan, jpegEnd))).to.be.an('object');
  });

  it('may have bytes before a marker that are no part of it, as telephones write them', () => {
    const between = ['00', '0000', 'ffffff', 'ff00', '78ff0078', '00ff', 'ffd0', 'ff01', 'ab'.repeat(5000)];
    for (const bytes of between.map((hex) => Buffer.from(hex, 'hex'))) {
      const about = bytes.toString('hex').slice(0, 20);
      const exif = jpegSegment(0xe1, Buffer.from('Exif'));
      for (const file of [
        jpegOf(bytes, exif, frame, scan, jpegEnd),
        jpegOf(exif, bytes, frame, scan, jpegEnd),
        jpegOf(exif, frame, bytes, scan, bytes, jpegEnd),
      ])
        expect(walked(file), about).to.deep.include({ width: 30, height: 20 });
    }
    expect(walked(Buffer.concat([jpegStart, Buffer.alloc(9)]))).to.equal('damaged');
    expect(walked(jpegOf(frame, scan, Buffer.from('no end')))).to.equal('damaged');
  });

  it('has at most 32 scans, however few bytes they have', () => {
    expect(jpegOfScans(5000, 100).length).to.be.below(60_000);
    expect(walked(jpegOfScans(5000, 32))).to.be.an('object');
    expect(walked(jpegOfScans(5000, 33))).to.equal('overfull');
  });

  it('has at most 128 segments of metadata with 4 MiB, and at most 512 segments', () => {
    const comment = () => jpegSegment(0xfe, Buffer.from('Anna'));
    const application = () => jpegSegment(0xef, Buffer.alloc(65_533));
    const table = () => jpegSegment(0xdb, Buffer.alloc(65));
    const beside = (...parts: readonly Uint8Array[]) => walked(jpegOf(...parts, frame, scan, jpegEnd));
    expect(beside(...several(128, comment))).to.be.an('object');
    expect(beside(...several(129, comment))).to.equal('overfull');
    expect(beside(...several(64, application))).to.be.an('object');
    expect(beside(...several(65, application))).to.equal('overfull');
    expect(beside(...several(510, table))).to.be.an('object');
    expect(beside(...several(511, table))).to.equal('overfull');
  });

  const wrong: Readonly<Record<string, Uint8Array>> = {
    'no frame': jpegOf(scan, jpegEnd),
    'no scan': jpegOf(frame, jpegEnd),
    'two frames': jpegOf(frame, frame, scan, jpegEnd),
    'a lossless frame': jpegOf(jpegFrame(0xc3, 30, 20), scan, jpegEnd),
    'an arithmetic frame': jpegOf(jpegFrame(0xc9, 30, 20), scan, jpegEnd),
    'two channels': jpegOf(jpegFrame(0xc0, 30, 20, 2), scan, jpegEnd),
    'no height': jpegOf(jpegFrame(0xc0, 30, 0), scan, jpegEnd),
    'a second start': jpegOf(jpegStart, frame, scan, jpegEnd),
    'a length below 2': jpegOf(frame, Buffer.from([0xff, 0xfe, 0, 1]), scan, jpegEnd),
    'a length beyond the file': jpegOf(frame, Buffer.from([0xff, 0xfe, 0xff, 0xff]), scan, jpegEnd),
  };
  for (const [what, bytes] of Object.entries(wrong)) {
    it(`is refused as damaged with ${what}`, () => {
      expect(walked(bytes)).to.equal('damaged');
    });
  }

  it('gets its end where that is missing, once a scan has every coefficient to its last bit', () => {
    const coefficients = Buffer.from([1, 2, 3]);
    const dc = jpegScan(0, 0, 0, 0, coefficients);
    const rough = jpegScan(1, 63, 0, 1, coefficients);
    const fine = jpegScan(1, 63, 1, 0, coefficients);
    const grey = (code: number) => jpegFrame(code, 30, 20);
    for (const whole of [jpegOf(grey(0xc0), scan), jpegOf(grey(0xc2), dc, rough, fine)])
      for (const cut of [whole, Buffer.concat([whole, Buffer.from([0xff])])]) {
        const found = walked(cut);
        if (typeof found === 'string') throw new Error(`refused as ${found}`);
        expect(found.lacksEnd).to.equal(true);
        expect(Buffer.compare(found.toDecode(), Buffer.concat([cut, jpegEnd]))).to.equal(0);
      }
    for (const parts of [[grey(0xc2), dc], [grey(0xc2), dc, rough], [frame, scan], [grey(0xc0)]])
      expect(walked(jpegOf(...parts))).to.equal('damaged');
  });

  it('is refused as damaged wherever it ends too early', () => {
    const whole = jpegOf(jpegSegment(0xe1, Buffer.from('Exif')), frame, scan, jpegEnd);
    for (let length = 3; length < whole.length; length += 1) {
      expect(walked(whole.subarray(0, length)), `${length} bytes`).to.equal('damaged');
    }
  });
});
