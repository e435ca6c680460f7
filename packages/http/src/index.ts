export { explanationBody } from './bodies/decision-body.ts';
export { defaultLimits, type HttpConfig, type Limits } from './config.ts';
export { schemaOf } from './openapi/schema.ts';
export { defaultRateLimits, type RateLimits, type Rates } from './rates/rates.ts';
export { answerHeaders } from './secure-headers.ts';
export { type AppNeeds, createApp, openApiDocument, routesFor } from './server.ts';
export type { Services } from './services.ts';
export type { ErrorCode, RequestRecord } from './trace.ts';
export { requestTimeout, unparsedAnswer } from './unparsed.ts';
