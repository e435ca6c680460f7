/**
 * The measurements that our own code made of an image when it was received, of the upright picture as it is kept. The
 * same picture has the same measurements. Shares and levels are 0 to 1, in steps of a thousandth. All except the size
 * are measured on the picture scaled to 1000 pixels of its longer side, so that a number means the same for a picture
 * of any size; a picture of less than 500 pixels is doubled.
 */
export type ImageFacts = {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * The share of the distance between the darkest and the brightest level around it that a sharp edge crosses within
   * two pixels. It is the value that nine of ten edges have at most, horizontally or vertically, whichever is less. Ink
   * on paper in focus has 0.5 and more.
   */
  readonly sharpness: number;
  /** The level that a tenth of the picture is above, which is that of the paper on any desk; 0 is black. */
  readonly brightness: number;
  /**
   * The share of the picture that the largest burnt-out area takes: an area that is white, fades into its surroundings
   * and has no print in it. It is 0 where most of its outline is the edge of the picture, or where paper is white by
   * itself, as in a scan.
   */
  readonly glare: number;
  /** The distance from grey (the brightest channel minus the darkest) that a hundredth of the picture is above. */
  readonly colour: number;
  /** On how many sides of the picture, 0 to 4, two or more lines of print run over the edge. */
  readonly cutEdges: number;
};
