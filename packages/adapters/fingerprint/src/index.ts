export { type FingerprintAccount, type FingerprintRegion, fingerprintOrigin } from './account.ts';
export { fingerprintDiagnosis } from './diagnosis.ts';
export { type FingerprintOptions, fingerprintDevices } from './fingerprint-devices.ts';
