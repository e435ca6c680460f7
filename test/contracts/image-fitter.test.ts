import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { imageFitterContract } from '@portcullis/contracts';
import { sharpPictures } from '../support/images/pictures.ts';

describe('the fitter of images', function () {
  this.timeout(60_000);
  imageFitterContract({ describe, it }, 'sharp', sharpImageFitter, sharpPictures);
});
