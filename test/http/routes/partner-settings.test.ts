import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { bodyOf, multipartType } from '../../support/http/multipart.ts';
import { httpConfig, openServer } from '../../support/http/server.ts';
import { ada, stubServices, theView } from '../../support/http/stub-services.ts';

/** A value for every field of a change by the partner. */
const change: Readonly<Record<string, string | object>> = {
  claimed: { first_name: 'Ada' },
  consent: { text_version: '2026-01', locale: 'en', granted: true },
  device: { event_id: 'event-1' },
  language: 'pt-BR',
  metadata: { plan: 'basic' },
};

/** The fields that the description gives a change of this form by the partner. */
const describedFields = (type: string): readonly string[] => {
  const name = type === 'application/json' ? 'UpdateProfile' : 'ProfileUpload';
  const { schemas } = Object(openApiDocument(httpConfig)).components;
  return Object.keys(schemas[name].properties);
};

const inCamelCase = (field: string): string => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Sends a body as the partner, and answers what reaches the use case. */
const patchFor = async (type: string, body: string | Uint8Array): Promise<unknown> => {
  const seen: Parameters<Services['updateProfile']>[0]['patch'][] = [];
  const services = stubServices({
    updateProfile: ({ patch }) => {
      seen.push(patch);
      return TE.right(theView);
    },
  });
  const server = await openServer({ services });
  const headers = { authorization: 'Bearer machine', 'content-type': type };
  await server.send({ method: 'PATCH', path: `/api/profiles/${ada}`, headers, body });
  await server.close();
  return seen[0];
};

const parts = Object.entries(change).map(([name, value]) => ({
  name,
  content: typeof value === 'string' ? value : JSON.stringify(value),
}));

describe('a change of settings', () => {
  it('reaches the use case with every field that is described, as JSON and in several parts', async () => {
    // A path is chosen alone.
    expect(describedFields('application/json')).to.have.members([...Object.keys(change), 'path']);
    const fields = [...Object.keys(change).map(inCamelCase), 'files'];
    expect(await patchFor('application/json', JSON.stringify(change))).to.have.all.keys(fields);
    expect(await patchFor(multipartType, bodyOf(parts))).to.have.all.keys(fields);
  });
});
