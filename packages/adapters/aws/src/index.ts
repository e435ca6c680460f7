export { type AwsClients, type AwsOptions, awsClients, awsLivenessStream, awsOrigins } from './client/clients.ts';
export { type IssuerOptions, stsCredentials } from './client/credentials.ts';
export { awsErrors } from './client/errors.ts';
export { awsDiagnosis, awsIdentity } from './diagnosis/diagnosis.ts';
export { rekognitionFaces } from './rekognition/faces.ts';
export { rekognitionLiveness } from './rekognition/liveness.ts';
