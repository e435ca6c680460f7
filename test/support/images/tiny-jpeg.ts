/** The same with a byte more behind it for each number, as no two sessions of a camera give the same bytes. */
export const tinyJpegNumber = (number: number): Uint8Array => Buffer.concat([tinyJpeg(), Buffer.alloc(number)]);

/** A JPEG of one grey pixel, made by sharp, for code that only passes an image on. */
export const tinyJpeg = (): Uint8Array =>
  Buffer.from(
    '/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQ' +
      'EBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCAABAAEDASIAAhEB' +
      'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACgP//EABQQAQAAAAAAAAAA' +
      'AAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAI' +
      'AQMBAT8Af//Z',
    'base64',
  );
