export { s3Diagnosis } from './diagnosis.ts';
export { s3ObjectStore } from './object-store.ts';
export { type S3Options, type S3Place, s3Origin } from './s3-client.ts';
