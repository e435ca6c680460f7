export * from './serialization/access-log.ts';
export * from './serialization/decision-entry.ts';
export * from './serialization/entry-codec.ts';
export {
  ClaimedCodec,
  ConsentTextVersion,
  CountryCode,
  DeviceEventId,
  DraftDigest,
  EventDataCodec,
  isCalendarDate,
  LanguageTag,
  MetadataChangeCodec,
  MetadataCodec,
  NoteText,
  PartnerEventType,
  PolicyId,
  reasonForm,
  ScenarioName,
  StepsCodec,
  TeamId,
} from './serialization/input-codecs.ts';
export * from './serialization/json-codec.ts';
export {
  decodeCursor,
  decodeUpdateCursor,
  encodeCursor,
  encodeUpdateCursor,
  type PagePosition,
} from './serialization/page-cursor.ts';
export * from './serialization/policy-codec.ts';
export * from './serialization/profile-codec.ts';
export { type IdentityCodec, nullable, recordCodec } from './serialization/record-codec.ts';
export * from './serialization/redirect-url.ts';
export * from './serialization/validate-change.ts';
export { nonNegativeInteger, reasonsCodec, statusCodec, timestamp } from './serialization/value-codecs.ts';
