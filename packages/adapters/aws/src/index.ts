export { type AwsClients, type AwsOptions, awsClients, awsOrigins } from './clients.ts';
export { type IssuerOptions, stsCredentials } from './credentials.ts';
export { awsDiagnosis, awsIdentity } from './diagnosis/diagnosis.ts';
export { awsErrors, type ErrorMeaning as Meaning } from './errors.ts';
export { rekognitionFaces } from './faces/faces.ts';
export { rekognitionLiveness } from './liveness.ts';
