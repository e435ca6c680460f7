import { scopes } from '@portcullis/domain/kernel';
import type { HttpConfig } from '../request/config.ts';
import { AnalysisBody, FlowAnalysisBody } from '../responses/analysis-body.ts';
import { CheckpointBody, ConsistencyBody } from '../responses/checkpoint-body.ts';
import { ExplanationBody } from '../responses/explanation-body.ts';
import { HealthBody } from '../responses/health-body.ts';
import { LedgerEntryBody, LedgerEntryList, StatusEntryBody } from '../responses/ledger-body.ts';
import { FlowLinkBody } from '../responses/link-body.ts';
import {
  CredentialsBody,
  FlowLivenessResultBody,
  LivenessResultBody,
  LivenessSessionBody,
} from '../responses/liveness-body.ts';
import { ProblemBody } from '../responses/problem.ts';
import {
  AssuranceBody,
  CreatedProfileBody,
  ErasedProfileBody,
  FlowProfileBody,
  ProfileBody,
  ProfileList,
} from '../responses/profile-body.ts';
import { FlowSettingsBody, SettingsBody } from '../responses/settings-body.ts';
import { CheckBody, DocumentBody } from '../responses/shared-codecs.ts';
import { TokenErrorBody } from '../routes/oauth/oauth.ts';
import { TokenBody } from '../routes/oauth/token.ts';
import type { Route } from '../routes/route.ts';
import { buildOperation } from './operation.ts';
import { inlineSchema, type NamedSchemas } from './schema.ts';

const bodies = [
  ProblemBody,
  HealthBody,
  SettingsBody,
  FlowSettingsBody,
  TokenBody,
  TokenErrorBody,
  ProfileBody,
  FlowProfileBody,
  ProfileList,
  CreatedProfileBody,
  ErasedProfileBody,
  FlowLinkBody,
  ExplanationBody,
  AssuranceBody,
  CheckBody,
  DocumentBody,
  LivenessSessionBody,
  LivenessResultBody,
  FlowLivenessResultBody,
  CredentialsBody,
  AnalysisBody,
  FlowAnalysisBody,
  LedgerEntryBody,
  StatusEntryBody,
  LedgerEntryList,
  CheckpointBody,
  ConsistencyBody,
];

const namedSchemas: NamedSchemas = new Map(bodies.map((codec) => [codec, codec.name]));

const securitySchemes = {
  machine: {
    type: 'oauth2',
    description: "A machine token of a partner's server.",
    flows: {
      clientCredentials: {
        tokenUrl: '/api/auth/token',
        scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])),
      },
    },
  },
  flow: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A flow token: for one profile, from the fragment of its verification URL.',
  },
};

const headers = {
  'Request-Id': {
    description: "The caller's, where it was well formed, else a new one.",
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  'Portcullis-Version': {
    description: 'The version of the API by which the answer was made. A request may name the one that it expects.',
    schema: { type: 'string', format: 'date' },
  },
  ETag: { description: 'The version of what was answered.', schema: { type: 'string' } },
  Location: {
    description: 'Where to read what was made: a path of this service.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RateLimit: {
    description: 'What is left of the budget of whoever asked (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"client";r=299;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'That budget.',
    schema: { type: 'string', examples: ['"client";q=300;w=60'] },
  },
  'Idempotent-Replayed': {
    description: 'Says `true` where this is the answer of an earlier request under the same key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: { type: 'integer' } },
};

/** Writes `/api/profiles/:id` as OpenAPI writes it. */
const openApiPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

const buildPaths = (routes: readonly Route[]) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ described }) => described)) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: buildOperation(route, namedSchemas) };
  }
  return paths;
};

/** The API description (OpenAPI 3.1) of these routes. It is made from the codecs that decode the requests. */
export const buildDocument = (routes: readonly Route[], { version }: HttpConfig) => ({
  openapi: '3.1.0',
  info: {
    title: 'Portcullis',
    version,
    description: [
      'Self-hosted identity verification: documents read, faces compared, devices inspected.',
      'A request that is malformed as a whole is answered with a problem before any operation: 400, 408 (too slow), 413, 431 (headers too long), 501 (a transfer coding other than one `chunked`) or 505 (a version other than HTTP/1.0 and HTTP/1.1).',
    ].join(' '),
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  paths: buildPaths(routes),
  components: {
    securitySchemes,
    headers,
    schemas: Object.fromEntries(bodies.map((codec) => [codec.name, inlineSchema(codec, namedSchemas)])),
  },
});
