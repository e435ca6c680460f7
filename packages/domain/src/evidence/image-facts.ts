/**
 * What was measured of an image by our own code when it came, of the upright picture as it is kept. The same picture has
 * the same facts. Shares and levels are 0 to 1, in steps of a thousandth. All but the size and `moire` are taken from
 * the picture brought to 1000 pixels of its longer side, so that a number means the same for a picture of any size; one
 * of less than 500 is doubled.
 */
export type ImageFacts = {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * The share of the way from the darkest to the brightest around it that a sharp edge crosses within two pixels: as nine
   * of ten edges have it at most, across or down, whichever is less. Ink on paper in focus has 0.5 and more.
   */
  readonly sharpness: number;
  /** The level that a tenth of the picture is above, which is that of the paper on whatever desk; 0 is black. */
  readonly brightness: number;
  /**
   * The share of the picture that the largest place takes which is burnt out to white, fades into what is around it and has
   * no print in it; 0 where most of its outline is the edge of the picture, or where paper is white by itself, as in a scan.
   */
  readonly glare: number;
  /** The distance from grey (the brightest channel less the darkest) that a hundredth of the picture is above. */
  readonly colour: number;
  /** On how many sides of the picture, 0 to 4, two or more lines of print run over the edge. */
  readonly cutEdges: number;
  /**
   * How far a fine grid stands out of the spectrum of the middle of the picture, as fine as it is kept, by the weaker of its
   * two directions: 1 is 40 decibels and more. Screens have one, and so has what is printed in regular dots or lines.
   */
  readonly moire: number;
};
