/** One chunk of a WebP, padded to an even size. */
export const webpChunk = (name: string, content: Uint8Array = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

export const webpOf = (...chunks: readonly Uint8Array[]): Buffer => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  const file = Buffer.concat([head, ...chunks]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

/** The features of an extended WebP and its canvas. */
export const webpFeatures = (width: number, height: number, flags = 0): Buffer => {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', content);
};
