export { type ClientError, clientErrorResponses, requestTimeoutCode } from './middleware/client-errors.ts';
export { secureResponseHeaders } from './middleware/secure-headers.ts';
export { schemaOf } from './openapi/schema.ts';
export { bareAddress, rateLimitAddress } from './rate-limits/client-address.ts';
export { defaultRateLimits, type RateLimiting } from './rate-limits/rate-budgets.ts';
export type { AccessEvent, AccessRecorder } from './request/access-recorder.ts';
export {
  defaultRequestLimits,
  type HttpConfig,
  type LivenessComponent,
  type PageFolder,
  type RequestLimits,
  type SignInTickets,
  type StaffSite,
} from './request/config.ts';
export { ledgerUnsound } from './request/http-error.ts';
export { memoryBudget } from './request/memory-budget.ts';
export { parseUrl } from './request/parse-url.ts';
export type { RedirectRules } from './request/redirect-url.ts';
export type { RequestDescription, RequestRecord, TraceRequest } from './request/request-context.ts';
export { type RequestsInFlight, requestsInFlight } from './request/requests-in-flight.ts';
export { CheckpointBody, checkpointBody, checkpointOfBody } from './responses/checkpoint-body.ts';
export { explanationBody } from './responses/explanation-body.ts';
export { seesHoldNote } from './responses/redacted-bodies.ts';
export { openPageFolder } from './routes/pages/page-folder.ts';
export type { ExportEvidence, Services } from './routes/services.ts';
export { createApp } from './server.ts';
