export { fingerprintOrigin } from './account.ts';
export { fingerprintDiagnosis } from './diagnosis.ts';
export { fingerprintDevices } from './fingerprint-devices.ts';
