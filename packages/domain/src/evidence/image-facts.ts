/**
 * What was measured of an image by our own code when it came, on the upright picture as it is kept. Shares and strengths
 * are 0 to 1.
 */
export type ImageFacts = {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** How steep the steepest edges are: the share of the whole range from ink to paper that they cross within two pixels of a picture 1000 wide. */
  readonly sharpness: number;
  /** Mean brightness; 0 is black. */
  readonly brightness: number;
  /** The largest share of the picture, in one piece, that is burnt out to white. */
  readonly glare: number;
  /** Mean distance of the pixels from grey. */
  readonly colour: number;
  /** On how many sides of the picture, 0 to 4, the document runs over the edge. */
  readonly cutEdges: number;
  /** How far a regular pattern, like that of a screen, stands out of the spectrum of the picture. */
  readonly moire: number;
};
