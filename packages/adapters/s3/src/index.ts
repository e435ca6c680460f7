export { s3Diagnosis } from './diagnosis.ts';
export { s3ObjectStore } from './object-store.ts';
export { s3Origin } from './s3-client.ts';
