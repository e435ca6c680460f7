import { schemaCodec } from '@portcullis/domain/kernel';
import { commandSender } from '@portcullis/vendor-client/aws-sdk';
import { failureOf } from './errors.ts';

/**
 * AWS's confidence in something, or the similarity of two faces. The SDK accepts `NaN` as a number, this codec does
 * not.
 */
export const PercentCodec = schemaCodec(
  'a number from 0 to 100',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 100,
  { type: 'number', minimum: 0, maximum: 100 },
);

/** Sends one command to Rekognition or STS within a call that is in flight, and decodes its response. */
export const sendCommand = commandSender(failureOf);
