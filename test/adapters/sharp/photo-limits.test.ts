import { type ReasonCode, standardPolicy } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { ImageFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import fc from 'fast-check';
import sharp from 'sharp';
import { runChecks } from '#domain/checks/decide';
import type { PhotoLimits } from '#domain/policy/policy';
import { aCase, aFile, aReadingEvidence } from '../../support/builders/evidence.ts';
import { runs, someOf } from '../../support/effort.ts';
import { cropped, measured, scanned, specimen, withLight, withMotion } from '../../support/images/photographs.ts';
import { photoOf } from '../../support/images/specimens.ts';

const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
const at = '2026-05-01T10:05:00.000Z';

/** Answers the reasons for a photo of a front on which no MRZ was read. */
const photoReasons = (image: ImageFacts, policy: FlatPolicy = standard): readonly ReasonCode[] => {
  const document_reading = [aReadingEvidence({ mrzLines: null })];
  const file = aCase({ instead: { file: [{ ...aFile(), image }], document_reading } });
  return runChecks(policy, file, at).find(({ name }) => name === 'document_quality')?.reasons ?? [];
};

const verdicts = async (pictures: Readonly<Record<string, Promise<Buffer>>>) => {
  const told = Object.entries(pictures).map(async ([what, picture]) => {
    return [what, await photoReasons(await measured(await picture))] as const;
  });
  return Object.fromEntries(await Promise.all(told));
};

const readable = ['td3-valid', 'td3-rotated', 'td3-noisy', 'td1-valid-back'] as const;
/** The quick form degrades one passport; cards, tilted and noisy ones are left to the full form. */
const degraded = someOf(readable, 1);

describe('the photo limits of the standard policy', function () {
  this.timeout(120_000);

  it('accept every specimen that is readable, and every degraded specimen that is still readable', async () => {
    const plain = readable.map((name) => [name, specimen(name)] as const);
    const photos = degraded.flatMap((name): readonly (readonly [string, Promise<Buffer>])[] => [
      [`${name} a little out of focus`, specimen(name, (photo) => photo.blur(3.5))],
      [`${name} by a hand that moved`, withMotion(name, 11, 'across')],
      [`${name} in little light`, specimen(name, (photo) => photo.linear(0.1, 0))],
      [`${name} in much light`, specimen(name, (photo) => photo.linear(1.6, 0))],
      [
        `${name} with a little glare`,
        specimen(name).then((photo) => withLight(photo, { x: 0.5, y: 0.4, radius: 0.1, fades: false })),
      ],
      [`${name} small`, specimen(name, (photo) => photo.resize(320))],
      [`${name} in bad JPEG`, sharp(photoOf(name).bytes).jpeg({ quality: 8 }).toBuffer()],
      [`${name} pale`, specimen(name, (photo) => photo.modulate({ saturation: 0.1 }))],
      [`${name} on its side`, specimen(name, (photo) => photo.rotate(90))],
      [`${name} scanned`, scanned(name)],
    ]);
    const said = await verdicts(Object.fromEntries([...plain, ...photos]));
    expect(Object.entries(said).filter(([, reasons]) => reasons.length > 0)).to.deep.equal([]);
  });

  it('give the right reason for each unreadable photo', async () => {
    const photo = await specimen('td3-valid');
    expect(
      await verdicts({
        blurred: specimen('td3-blurred'),
        moved: withMotion('td3-valid', 25, 'down'),
        dark: specimen('td3-valid', (each) => each.linear(0.07, 0)),
        glare: withLight(photo, { x: 0.5, y: 0.45, radius: 0.16, fades: false }),
        tiny: specimen('td3-valid', (each) => each.resize(250)),
        grey: specimen('td3-valid', (each) => each.greyscale()),
        cut: cropped(photo, { right: 0.15 }),
      }),
    ).to.deep.equal({
      blurred: ['document_blurry'],
      moved: ['document_blurry'],
      dark: ['document_too_dark'],
      glare: ['document_glare'],
      tiny: ['document_too_small'],
      grey: ['document_black_and_white'],
      cut: ['document_cut_off'],
    });
  });
});

const share = fc.nat(1000).map((thousandths) => thousandths / 1000);

const facts: fc.Arbitrary<ImageFacts> = fc.record({
  width: fc.integer({ min: 16, max: 4096 }),
  height: fc.integer({ min: 16, max: 4096 }),
  sharpness: share,
  brightness: share,
  glare: share,
  colour: share,
  cutEdges: fc.nat(4),
});

const limits: fc.Arbitrary<PhotoLimits> = fc.record({
  minSide: fc.integer({ min: 0, max: 5000 }),
  minSharpness: share,
  minBrightness: share,
  maxGlare: share,
  minColour: share,
  maxCutEdges: fc.nat(4),
});

/** Combines the stricter of each pair of limits. */
const stricter = (one: PhotoLimits, other: PhotoLimits): PhotoLimits => ({
  minSide: Math.max(one.minSide, other.minSide),
  minSharpness: Math.max(one.minSharpness, other.minSharpness),
  minBrightness: Math.max(one.minBrightness, other.minBrightness),
  maxGlare: Math.min(one.maxGlare, other.maxGlare),
  minColour: Math.max(one.minColour, other.minColour),
  maxCutEdges: Math.min(one.maxCutEdges, other.maxCutEdges),
});

describe('photo limits', () => {
  it('keep every reason when one of them becomes stricter', () => {
    fc.assert(
      fc.property(facts, limits, limits, (image, some, others) => {
        const before = photoReasons(image, { ...standard, images: some });
        const after = photoReasons(image, { ...standard, images: stricter(some, others) });
        return before.every((reason) => after.includes(reason));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('accept a photo that is exactly at the limit', () => {
    fc.assert(
      fc.property(facts, (image) => {
        const images: PhotoLimits = {
          minSide: Math.min(image.width, image.height),
          minSharpness: image.sharpness,
          minBrightness: image.brightness,
          maxGlare: image.glare,
          minColour: image.colour,
          maxCutEdges: image.cutEdges,
        };
        return photoReasons(image, { ...standard, images }).length === 0;
      }),
      { numRuns: runs(1000) },
    );
  });
});
