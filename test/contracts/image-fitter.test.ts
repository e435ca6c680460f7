import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { imageFitterContract } from './image-fitter.contract.ts';

imageFitterContract('sharp', sharpImageFitter);
