export * from './evidence/attempt-fingerprints.ts';
export { claimedInputOf } from './evidence/claimed-input.ts';
export {
  type CurrentEvidence,
  currentEvidence,
  type DecisionInput,
  type Indexed,
} from './evidence/current-evidence.ts';
export {
  absentDeviceSignals,
  cleanDeviceSignals,
  type DeviceSignals,
  deviceSignalRows,
  isAdverseSignal,
  signalLimit,
} from './evidence/device-signals.ts';
export {
  type ConsentEvidence,
  contentDigest,
  type DeclinedKind,
  type DeviceEvidence,
  type DeviceFacts,
  type DuplicatesEvidence,
  declinedKinds,
  type FaceMatchEvidence,
  type FileEvidence,
  type FileKind,
  type FingerprintKind,
  fileKinds,
  filesIn,
  fingerprintKinds,
  isDuplicates,
  type LivenessResultEvidence,
  type LivenessSessionEvidence,
  type ReadingEvidence,
  type StoredFile,
  type UploadKind,
  uploadKinds,
} from './evidence/evidence.ts';
export { type FaceBox, faceBoxes } from './evidence/face-box.ts';
export { type FramePart, frameParts, framePartsOf, maxFrames } from './evidence/frames.ts';
export * from './evidence/image-facts.ts';
export { mediaLimits, mediaTypeOf } from './evidence/media-type.ts';
export * from './evidence/picture.ts';
