export { awsClients, awsLivenessStream, awsOrigins } from './client/clients.ts';
export { stsCredentials } from './client/credentials.ts';
export { awsDiagnosis, awsIdentity } from './diagnosis/diagnosis.ts';
export { rekognitionFaces } from './rekognition/faces.ts';
export { rekognitionLiveness } from './rekognition/liveness.ts';
