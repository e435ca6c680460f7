import { join } from 'node:path';
import { joseTokenService } from '@portcullis/adapter-jose';
import { memoryClock } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import {
  type AccessLog,
  type Clock,
  eraseProfile,
  listProfiles,
  pipe,
  readAccessLog,
  readFile,
  readHistory,
  readSettings,
  TE,
} from '@portcullis/domain';
import { defaultConsentTexts } from '@portcullis/domain/checks';
import { explainDecision } from '@portcullis/explain';
import { type AccessRecorder, openPageFolder, type RequestRecord } from '@portcullis/http';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { httpConfig, openServer } from '../../../support/http/server.ts';
import { stubServices } from '../../../support/http/stub-services.ts';
import { staffInMemory } from '../../../support/http/the-staff.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { root } from '../../../support/repository/files.ts';
import { aService } from '../../../support/services/memory-service.ts';
import { reviewsOver } from '../../../support/services/review-desk.ts';
import { consoleSite, staffDoorOf } from './sessions.ts';
import type { StaffEnvironment } from './subjects.ts';
import type { TokenDemands } from './tokens.ts';

export const demands: TokenDemands = {
  secret: secretFor('signing'),
  issuer: 'https://id.example',
  audience: 'portcullis',
};

/** These variables make a separate service accept these tokens, and any number of requests. */
export const serviceVariables = {
  ...sealedAsInProduction,
  CONSOLE_URL: consoleSite.origin,
  JWT_ISSUER: demands.issuer,
  JWT_AUDIENCE: demands.audience,
  JWT_SECRET: demands.secret,
  // The harness is the other party that issues tokens with the shared secret.
  JWT_UNREGISTERED_CLIENTS: 'accept',
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
};

const currentTime = (): number => Math.floor(performance.timeOrigin + performance.now());

const publicSettings = {
  livenessRegion: 'eu-west-1',
  fingerprintRegion: 'eu',
  consentTexts: defaultConsentTexts,
  languages: ['en'],
  scenarios: null,
};

/**
 * Opens the real HTTP layer and the real tokens over stores in memory, in this process. Looks go to `access`, if there
 * is one.
 */
export const openInProcessEnvironment = async (
  accessLog: AccessLog = storesInMemory().accessLog,
  access?: AccessRecorder,
): Promise<StaffEnvironment & { readonly records: readonly RequestRecord[]; readonly close: () => Promise<void> }> => {
  // A full run takes minutes, at whose end a token that has expired meanwhile must count as such.
  const clock: Clock = { now: currentTime };
  const service = aService({}, undefined, memoryClock(currentTime()));
  const staff = staffInMemory(currentTime());
  const ttl = { machineTtlSeconds: 3600, flowTtlSeconds: 3600 };
  const { verify } = joseTokenService({ ...demands, ...ttl, clock, ids: sequentialIds('tokens') });
  const server = await openServer({
    ...(access && { access }),
    config: {
      ...httpConfig,
      verifyPage: openPageFolder(join(root, 'packages/verify/dist/page')),
      consolePage: openPageFolder(join(root, 'packages/console/dist/page')),
    },
    services: stubServices({
      ...staff.services,
      ...reviewsOver(service),
      verifyToken: (token) =>
        pipe(
          verify(token),
          TE.map(({ principal }) => principal),
        ),
      authorizeProfile: service.authorizeProfile,
      createProfile: service.create,
      getProfile: service.get,
      listProfiles: listProfiles(service),
      eraseProfile: eraseProfile(service),
      takeBackErasure: service.takeBackErasure,
      updateProfile: service.update,
      openLivenessSession: service.openSession,
      readLivenessResult: service.readResult,
      analyzeDocument: service.analyze,
      issueBrowserCredentials: service.issueCredentials,
      submitLivenessCapture: service.submitCapture,
      readSettings: readSettings({ ...service, publicSettings: publicSettings, settings: { app: () => TE.right({}) } }),
      postStatusEvent: service.post,
      appendVerificationEvent: service.append,
      explainDecision: explainDecision(service),
      readHistory: readHistory(service),
      readAccessLog: readAccessLog({ accessLog, clock }),
      renewFlowToken: service.renewLink,
      readFile: readFile(service),
    }),
  });
  const door = staffDoorOf(staff, consoleSite);
  return { baseUrl: server.url, demands, staff: door, records: server.records, close: server.close };
};
