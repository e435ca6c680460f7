export { explanationBody } from './bodies/decision-body.ts';
export { memoryBudget as uploadBudget } from './body/upload-budget.ts';
export { defaultRequestLimits as defaultLimits, type HttpConfig, type RequestLimits as Limits } from './config.ts';
export { secureResponseHeaders as answerHeaders } from './middleware/secure-headers.ts';
export {
  type ClientError as Unparsed,
  clientErrorResponses as unparsedAnswers,
  requestTimeoutCode as requestTimeout,
} from './middleware/unparsed.ts';
export { schemaOf } from './openapi/schema.ts';
export { rateLimitAddress as countedAddress } from './rates/client-address.ts';
export { defaultRateLimits, type RateLimiting as Rates, type RateLimits } from './rates/rates.ts';
export { type AppDeps as AppNeeds, createApp, openApiDocument, routesFor } from './server.ts';
export type { Services } from './services.ts';
export type { ErrorCode, RequestRecord } from './trace.ts';
