import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { anthropicErrors, operatorErrorCodes } from '#adapters/anthropic/errors';
import { anthropicAnswering, aReadRequest, jsonReply } from '../../support/clients/anthropic.ts';
import { root } from '../../support/repository/files.ts';
import { mustFail } from '../../support/run.ts';

/** The SDK as the adapter resolves it; the tests themselves do not depend on it. */
const sdk = createRequire(join(root, 'packages/adapters/anthropic/package.json'))(['@anthropic-ai', 'sdk'].join('/'));

const isErrorClass = (value: unknown): value is new (...given: never[]) => Error =>
  typeof value === 'function' && value.prototype instanceof Error;

const classNames = (from: object): readonly string[] =>
  Object.entries(from).flatMap(([name, value]) => (isErrorClass(value) ? [name] : []));

/** A refusal in the form of the provider. */
const refusal = (status: number, type: string, code?: string, headers = {}): Response => {
  const message = 'the wording is the provider’s';
  const error = { type, message, ...(code && { details: { error_code: code } }) };
  return jsonReply({ type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' }, status, headers);
};

const kindFor = async (reply: () => Response): Promise<UnavailableKind> =>
  (await mustFail(anthropicAnswering(reply).reader.read(aReadRequest()))).kind;

/** Every documented status and type. */
const statuses: readonly (readonly [status: number, type: string, kind: UnavailableKind])[] = [
  [400, 'invalid_request_error', 'rejected'],
  [401, 'authentication_error', 'not_configured'],
  [402, 'billing_error', 'not_configured'],
  [403, 'permission_error', 'not_configured'],
  [404, 'not_found_error', 'not_configured'],
  [405, 'invalid_request_error', 'rejected'],
  [408, 'timeout_error', 'timeout'],
  [409, 'conflict_error', 'unavailable'],
  [412, 'invalid_request_error', 'rejected'],
  [413, 'invalid_request_error', 'rejected'],
  [422, 'invalid_request_error', 'rejected'],
  [429, 'rate_limit_error', 'quota'],
  [431, 'invalid_request_error', 'rejected'],
  [499, 'api_error', 'unavailable'],
  [500, 'api_error', 'unavailable'],
  [501, 'api_error', 'unavailable'],
  [502, 'api_error', 'unavailable'],
  [503, 'api_error', 'unavailable'],
  [504, 'timeout_error', 'timeout'],
  [529, 'overloaded_error', 'unavailable'],
];

describe('the errors of Anthropic', () => {
  it('have a row for every class that the SDK exports', () => {
    expect(classNames(sdk).length).to.be.at.least(23);
    expect(Object.keys(anthropicErrors).sort()).to.deep.equal([...classNames(sdk)].sort());
  });

  it('are listed before their superclasses, so that the specific one is found first', () => {
    const names = Object.keys(anthropicErrors);
    const early = names.flatMap((name, i) =>
      names
        .slice(i + 1)
        .flatMap((later) => (sdk[later].prototype instanceof sdk[name] ? [`${name} before ${later}`] : [])),
    );
    expect(early).to.deep.equal([]);
  });

  for (const [status, type, kind] of statuses) {
    it(`with status ${status} and type ${type} are ${kind}`, async () => {
      expect(await kindFor(() => refusal(status, type))).to.equal(kind);
      expect(await kindFor(() => new Response('<html></html>', { status }))).to.equal(kind);
    });
  }

  for (const code of operatorErrorCodes) {
    it(`with the code ${code} need an operator, whatever their status is`, async () => {
      for (const status of [400, 429]) {
        expect(await kindFor(() => refusal(status, 'x_error', code))).to.equal('not_configured');
      }
    });
  }

  it('of a limit that recovers are a quota, and of one that waiting does not lift are not', async () => {
    const limited = (code?: string, headers = {}) => kindFor(() => refusal(429, 'rate_limit_error', code, headers));
    expect([
      await limited(),
      await limited('ramp_limit_exceeded', { 'retry-after': '60' }),
      await limited(undefined, { 'x-should-retry': 'true' }),
      await limited(undefined, { 'x-should-retry': 'false' }),
      await limited('contract_spend_limit_reached'),
      await limited('enforced_spend_limit_reached'),
    ]).to.deep.equal(['quota', 'quota', 'quota', 'not_configured', 'not_configured', 'not_configured']);
  });

  it('that are thrown by the connection are distinguished', async () => {
    const thrown = (error: unknown) =>
      kindFor(() => {
        throw error;
      });
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    expect([
      await thrown(new TypeError('fetch failed', { cause: refused })),
      await thrown(new DOMException('This operation was aborted', 'AbortError')),
      await thrown(new Error('connect ETIMEDOUT')),
      await thrown(new Error('anything else')),
    ]).to.deep.equal(['unavailable', 'timeout', 'timeout', 'unavailable']);
  });

  it('keep their class, status and code for the log', async () => {
    const reply = () => refusal(400, 'invalid_request_error', 'organization_on_hold');
    const { cause, service } = await mustFail(anthropicAnswering(reply).reader.read(aReadRequest()));
    expect({ cause, service }).to.deep.equal({
      cause: { name: 'OrganizationOnHoldError', status: 400, code: 'organization_on_hold' },
      service: 'document_reader',
    });
  });
});

const file = join(root, '../shared/vendors/fixtures/anthropic/errors.json');
const collected: Record<string, UnavailableKind> = {
  '400_media_type_mismatch': 'rejected',
  '400_image_too_big': 'rejected',
  '400_dimensions': 'rejected',
  '400_organization_on_hold': 'not_configured',
  '401': 'not_configured',
  '402': 'not_configured',
  '403': 'not_configured',
  '404_model': 'not_configured',
  '413': 'rejected',
  '429': 'quota',
  '429_ramp': 'quota',
  '429_contract_spend_limit': 'not_configured',
  '500': 'unavailable',
  '504': 'timeout',
  '529': 'unavailable',
};

if (existsSync(file)) {
  describe('the collected errors of Anthropic', () => {
    const errors: Record<string, { status: number; headers?: Record<string, string>; body: unknown }> = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    it('are all tested', () => {
      expect(Object.keys(errors).sort()).to.deep.equal(Object.keys(collected).sort());
    });
    for (const [name, { status, headers, body }] of Object.entries(errors)) {
      it(`${name} is ${collected[name]}`, async () => {
        expect(await kindFor(() => jsonReply(body, status, headers))).to.equal(collected[name]);
      });
    }
  });
}
