/** What the suites of images need of an image library, which the adapter supplies. */
export type Pictures = {
  /**
   * A picture with a red, a green, a blue and a white quarter: top left, top right, bottom left, bottom right. A
   * `progressive` one is a JPEG of several scans. A `turned` one is a JPEG that lies on its side, and whose EXIF
   * orientation, 6, says so; its width and height are those of the upright picture.
   */
  readonly corners: (
    width: number,
    height: number,
    format: 'jpeg' | 'png' | 'webp' | 'progressive' | 'turned',
  ) => Promise<Uint8Array>;
  /** A picture of noise, which hardly compresses. */
  readonly noise: (width: number, height: number, format: 'jpeg' | 'png') => Promise<Uint8Array>;
  /** A JPEG of 4 to 4.5 MiB of noise, 4096 pixels wide and high, and its bytes when it is encoded in a high quality. */
  readonly largestNoise: () => Promise<{ readonly original: Uint8Array; readonly plainLength: number }>;
  /** What is seen on a picture; `corners` are the names of the colours, in the order above. */
  readonly look: (bytes: Uint8Array) => Promise<{
    readonly width: number;
    readonly height: number;
    readonly orientation?: number | undefined;
    readonly corners: readonly string[];
  }>;
};
