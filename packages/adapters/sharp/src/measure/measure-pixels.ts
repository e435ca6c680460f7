import type { ImageFacts } from '@portcullis/domain/evidence';
import type { Pixels } from '../encoding/pixels.ts';
import { croppedEdgesOf } from './cropped-edges.ts';
import { edgeBlocksOf } from './edge-blocks.ts';
import { brightnessOf, colourOf } from './exposure.ts';
import { glareOf } from './glare.ts';
import { gridOf } from './grid.ts';
import { sharpnessOf } from './sharpness.ts';

/** A picture as it is measured: in colour and in grey in the measured size. */
export type MeasuredPixels = { readonly colour: Pixels; readonly grey: Pixels };

/** Everything that is measured of the pixels; the size is known from the header. */
export type PixelFacts = Omit<ImageFacts, 'width' | 'height'>;

const roundedToThousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** Measures a picture by its pixels. It takes some tens of milliseconds, so that it runs in a thread of its own. */
export const measurePixels = ({ colour, grey }: MeasuredPixels): PixelFacts => {
  const grid = gridOf(colour);
  const blocks = edgeBlocksOf(grey);
  return {
    sharpness: roundedToThousandths(sharpnessOf(blocks)),
    brightness: roundedToThousandths(brightnessOf(grid)),
    colour: roundedToThousandths(colourOf(grid)),
    glare: roundedToThousandths(glareOf(grid)),
    cutEdges: croppedEdgesOf(blocks),
  };
};
