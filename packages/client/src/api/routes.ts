// Made by `npm run generate:client` from what describes the API, or its part for staff. Do not edit it.
// The description: a67edfca3d8f763b98fe0d0f18b9ae157e291067e7d5bc49e70768e6922de643
// The lines below: fd7ed667d594461961ba1d7fca7f6635c2464eacdeae9cbe257cfaae6a2dc818

/** The version of the API that is described here. */
export const apiVersion = '2026-11-23';

export const issueToken = 'POST /api/auth/token public';
export const revokeToken = 'POST /api/auth/revoke public';
export const readOAuthMetadata = 'GET /.well-known/oauth-authorization-server public';
export const readHealth = 'GET /';
export const createProfile = 'POST /api/profiles/create';
export const listProfiles = 'GET /api/profiles query';
export const listProfileSummaries = 'GET /api/profiles?view=summary query';
export const getProfile = 'GET /api/profiles/{id}';
export const updateProfile = 'PATCH /api/profiles/{id}';
export const eraseProfile = 'DELETE /api/profiles/{id}';
export const updateProfileWithFiles = 'PATCH /api/profiles/{id} form';
export const takeBackErasure = 'DELETE /api/profiles/{id}/erasure';
export const renewFlowToken = 'POST /api/profiles/{id}/flow-token';
export const explainDecision = 'GET /api/profiles/{id}/decision query';
export const readFile = 'GET /api/profiles/{id}/files/{fileId} bytes';
export const openLivenessSession = 'POST /api/face-liveness/session';
export const submitLivenessCapture = 'PUT /api/face-liveness/session/{sessionId}/capture';
export const readLivenessResult = 'GET /api/face-liveness/results/{sessionId}';
export const issueBrowserCredentials = 'GET /api/cloud/credentials query';
export const analyzeDocument = 'POST /api/ai/document-analysis';
export const analyzeDocumentWithFiles = 'POST /api/ai/document-analysis form';
export const reportFlowStep = 'POST /api/flow/steps';
export const createHandoff = 'POST /api/flow/handoff';
export const redeemHandoff = 'POST /api/flow/handoff/redeem public';
export const postStatusEvent = 'POST /api/status_history/{id}';
export const readStatusHistory = 'GET /api/status_history/{id} query';
export const appendVerificationEvent = 'POST /api/verification_history/{id}';
export const readVerificationHistory = 'GET /api/verification_history/{id} query';
export const readCheckpoint = 'GET /api/ledger/checkpoint';
export const readEvents = 'GET /api/events query';
export const createWebhookEndpoint = 'POST /api/webhook-endpoints';
export const listWebhookEndpoints = 'GET /api/webhook-endpoints';
export const getWebhookEndpoint = 'GET /api/webhook-endpoints/{id}';
export const updateWebhookEndpoint = 'PATCH /api/webhook-endpoints/{id}';
export const deleteWebhookEndpoint = 'DELETE /api/webhook-endpoints/{id}';
export const pingWebhookEndpoint = 'POST /api/webhook-endpoints/{id}/ping';
export const rotateWebhookSecret = 'POST /api/webhook-endpoints/{id}/rotate-secret';
export const replayWebhookDeliveries = 'POST /api/webhook-endpoints/{id}/replay';
export const readWebhookTries = 'GET /api/webhook-endpoints/{id}/deliveries query';
export const readWebhookDeadLetters = 'GET /api/webhook-endpoints/{id}/dead-letters query';
export const readAccessLog = 'GET /api/access-log query';
export const readSettings = 'GET /api/settings query';
export const readContract = 'GET /openapi.json public';
export const readDocs = 'GET /docs public text';
export const readProblem = 'GET /problems/{code} public text';
