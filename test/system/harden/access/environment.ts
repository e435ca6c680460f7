import { joseTokenService } from '@portcullis/adapter-jose';
import { memoryClock } from '@portcullis/adapter-memory';
import {
  eraseProfile,
  explainDecision,
  listProfiles,
  readFile,
  readHistory,
  readSettings,
  TE,
} from '@portcullis/domain';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { countingIds } from '../../../support/clock/sequential-ids.ts';
import { openServer } from '../../../support/http/server.ts';
import { standInServices } from '../../../support/http/stub-services.ts';
import { aService } from '../../../support/services/memory-service.ts';
import type { Site } from './subjects.ts';
import type { Demands } from './tokens.ts';

export const demands: Demands = {
  secret: secretFor('signing'),
  issuer: 'https://id.example',
  audience: 'portcullis',
};

/**
 * These variables make a separate service encrypt as in production, accept these tokens, and accept any number of
 * requests.
 */
export const generous = {
  ...sealedAsInProduction,
  JWT_ISSUER: demands.issuer,
  JWT_AUDIENCE: demands.audience,
  JWT_SECRET: demands.secret,
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
};

const present = (): number => Math.floor(performance.timeOrigin + performance.now());

const published = {
  livenessRegion: 'eu-west-1',
  fingerprintRegion: 'eu',
  consentVersions: ['1'],
  languages: ['en'],
  scenarios: null,
};

/** Opens the real HTTP layer and the real tokens over stores in memory, in this process. */
export const openHouse = async (): Promise<Site & { readonly close: () => Promise<void> }> => {
  const clock = memoryClock(present());
  const service = aService({}, undefined, memoryClock(present()));
  const ttl = { machineTtlSeconds: 3600, flowTtlSeconds: 3600 };
  const { verify } = joseTokenService({ ...demands, ...ttl, clock, ids: countingIds('tokens') });
  const server = await openServer({
    services: standInServices({
      verifyToken: verify,
      authorizeProfile: service.authorizeProfile,
      createProfile: service.create,
      getProfile: service.get,
      listProfiles: listProfiles(service),
      eraseProfile: eraseProfile(service),
      updateProfile: service.update,
      openLivenessSession: service.openSession,
      readLivenessResult: service.readResult,
      analyzeDocument: service.analyze,
      issueBrowserCredentials: service.issueCredentials,
      readSettings: readSettings({ ...service, publicSettings: published, settings: { app: () => TE.right({}) } }),
      postStatusEvent: service.post,
      appendVerificationEvent: service.append,
      explainDecision: explainDecision(service),
      readHistory: readHistory(service),
      renewFlowToken: service.renewLink,
      readFile: readFile(service),
    }),
  });
  return { baseUrl: server.url, demands, close: server.close };
};
