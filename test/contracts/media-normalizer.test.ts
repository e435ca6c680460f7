import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { mediaNormalizerContract } from './media-normalizer.contract.ts';

mediaNormalizerContract('memory', memoryMediaNormalizer);
mediaNormalizerContract('sharp', sharpMediaNormalizer);
