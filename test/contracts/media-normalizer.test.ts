import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { mediaNormalizerContract } from '@portcullis/contracts';
import { sharpPictures } from '../support/images/pictures.ts';

describe('the normalizers of media', function () {
  this.timeout(60_000);
  mediaNormalizerContract({ describe, it }, 'memory', memoryMediaNormalizer, sharpPictures);
  mediaNormalizerContract({ describe, it }, 'sharp', sharpMediaNormalizer, sharpPictures);
});
