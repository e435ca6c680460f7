import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfilePatch, TE } from '@portcullis/domain';
import { defaultRequestLimits, type RequestLimits } from '@portcullis/http';
import { multipartType } from './multipart.ts';
import { httpConfig, openServer, type TestResponse, type TestServer } from './server.ts';
import { ada, stubServices, theAnalysis, theView } from './stub-services.ts';

const kibi = 1024;

/** These limits are small, so that they are exceeded quickly. */
export const uploadLimits: RequestLimits = {
  ...defaultRequestLimits,
  imageBytes: 60 * kibi,
  multipartBytes: 100 * kibi,
  textBytes: kibi,
  uploadBytesInFlight: 90 * kibi,
};

export type Uploads = {
  readonly server: TestServer;
  /** The changes that reached the use case since the last reset. */
  readonly seen: readonly ProfilePatch[];
  readonly forget: () => void;
  readonly patch: (body: Uint8Array | string, type?: string, token?: string) => Promise<TestResponse>;
  /** Answers the contents of the folder for temporary files, which this test has for itself. */
  readonly leftovers: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a server that records its uploads, with its own folder for temporary files. */
export const openUploads = async (limits: RequestLimits = uploadLimits): Promise<Uploads> => {
  const seen: ProfilePatch[] = [];
  const temporary = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  process.env['TMPDIR'] = folder;
  const server = await openServer({
    services: stubServices({
      updateProfile: ({ patch }) => {
        seen.push(patch);
        return TE.right(theView);
      },
      analyzeDocument: () => TE.right(theAnalysis),
    }),
    config: { ...httpConfig, limits },
  });
  return {
    server,
    seen,
    forget: () => {
      seen.length = 0;
    },
    patch: (body, type = multipartType, token = 'flow') =>
      server.send({
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      }),
    leftovers: () => readdirSync(folder),
    close: async () => {
      await server.close();
      if (temporary === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = temporary;
      rmSync(folder, { recursive: true });
    },
  };
};
