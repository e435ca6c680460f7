export {
  type ClientError as Unparsed,
  clientErrorResponses as unparsedAnswers,
  requestTimeoutCode as requestTimeout,
} from './middleware/client-errors.ts';
export { secureResponseHeaders as answerHeaders } from './middleware/secure-headers.ts';
export { schemaOf } from './openapi/schema.ts';
export { rateLimitAddress as countedAddress } from './rate-limits/client-address.ts';
export { defaultRateLimits, type RateLimiting as Rates, type RateLimits } from './rate-limits/rate-budgets.ts';
export {
  defaultRequestLimits as defaultLimits,
  type HttpConfig,
  type RequestLimits as Limits,
} from './request/config.ts';
export { memoryBudget as uploadBudget } from './request/memory-budget.ts';
export type { ErrorCode, RequestRecord } from './request/request-context.ts';
export { explanationBody } from './responses/explanation-body.ts';
export type { Services } from './routes/services.ts';
export { type AppDeps as AppNeeds, createApp, openApiDocument, routesFor } from './server.ts';
