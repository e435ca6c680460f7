import { type Client, createClient, type Event, type Result, unwrap } from '@portcullis/client';
import { createFlowClient, type FlowClient, readVerificationUrl, redeemHandoff } from '@portcullis/client/flow';
import { expect } from 'chai';
import { type LossyProxy, startLossyProxy } from '../../../support/clients/lossy-proxy.ts';
import { runs } from '../../../support/effort.ts';
import { photoOf } from '../../../support/images/specimens.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';

const consent = { text_version: '1', locale: 'en', granted: true };
const photo = () => new Blob([new Uint8Array(photoOf('td3-valid').bytes)], { type: 'image/jpeg' });
const sandboxScenario = { sandbox: { scenario: 'approve' } };

type Described = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly variant: string | undefined;
};

/** The operations of a description. */
const operationsOf = (contract: object): readonly Described[] => {
  const {
    paths,
  }: { readonly paths: { readonly [path: string]: { readonly [method: string]: { operationId: string } } } } =
    JSON.parse(JSON.stringify(contract));
  return Object.entries(paths).flatMap(([key, methods]) => {
    const [path = '', variant] = key.split('#');
    return Object.entries(methods).map(([method, { operationId: id }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      variant,
    }));
  });
};

/** What was asked for and answered with success. */
type Exchange = { readonly method: string; readonly path: string; readonly variant: string | undefined };

/** A `fetch` that writes down what succeeds. */
const recordingFetch =
  (exchanges: Exchange[]) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const { pathname: path, searchParams } = new URL(url);
    const isForm = init.body instanceof FormData;
    const variant = isForm ? 'files' : searchParams.get('view') === 'summary' ? 'summary' : undefined;
    if (response.ok) exchanges.push({ method: init.method ?? 'GET', path, variant });
    return response;
  };

const isCallOf = (operation: Described, { method, path, variant }: Exchange): boolean => {
  const pattern = new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  return operation.method === method && operation.variant === variant && pattern.test(path);
};

/** Asks again until there is a value; what a relay writes is there a second later. */
const untilOk = async <T>(ask: () => Promise<Result<T>>): Promise<T> => {
  for (;;) {
    const result = await ask();
    if (result.ok) return result.value;
    expect(result.problem.code).to.equal('not_found');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const flowOf = (baseUrl: string, url: string | null, exchanges: Exchange[]): FlowClient => {
  const access = readVerificationUrl(url ?? '');
  if (access === null) throw new Error('the profile has no link');
  return createFlowClient({ baseUrl, ...access, fetch: recordingFetch(exchanges) });
};

describe('the client before a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  const clientAt = (
    baseUrl: string,
    options: { readonly fetch?: ReturnType<typeof recordingFetch>; readonly maxTries?: number } = {},
  ) => {
    const { client_id: clientId, client_secret: clientSecret } = sandbox().info;
    return createClient({ baseUrl, clientId, clientSecret, ...options });
  };

  /** What a partner's own server does with a profile. */
  const callsOfPartner = async ({ evidence, histories, profiles }: Client): Promise<void> => {
    const created = unwrap(await profiles.create({ reference: 'by-the-server', ...sandboxScenario }));
    const { id } = created.profile;
    unwrap(await profiles.update(id, { consent, metadata: { plan: 'basic' } }));
    const { files } = unwrap(await profiles.updateWithFiles(id, { document_front: photo() }));
    const [file] = files;
    expect(file?.kind).to.equal('document_front');
    expect(unwrap(await profiles.readFile(id, file?.id ?? '')).type).to.equal('image/jpeg');
    const analysis = unwrap(await evidence.analyzeDocument({ profile_id: id, front_file_id: file?.id ?? '' }));
    expect(analysis.document.type).to.equal('passport');
    unwrap(await evidence.analyzeDocumentWithFiles({ profile_id: id, document_front: photo() }));
    unwrap(await profiles.renewFlowToken(id));
    const session = unwrap(await evidence.openLivenessSession({ profile_id: id }));
    unwrap(await evidence.issueBrowserCredentials({ profile_id: id }));
    unwrap(await evidence.readLivenessResult(session.session_id));
    unwrap(await profiles.explainDecision(id));
    unwrap(await histories.appendVerificationEvent(id, { type: 'partner.called', outcome: 'reached' }));
    unwrap(await profiles.takeBackErasure(id));
    const other = unwrap(await profiles.create({ reference: 'another' })).profile.id;
    unwrap(await histories.postStatusEvent(other, { event: 'canceled' }));
    unwrap(await profiles.erase(other));
    const entries: string[] = [];
    for await (const { type } of histories.iterateStatusHistory(id)) entries.push(type);
    for await (const { type } of histories.iterateVerificationHistory(id)) entries.push(type);
    expect(entries).to.include.members(['created', 'checks_completed', 'partner.called']);
    expect(unwrap(await profiles.get(id)).status).to.equal('approved');
  };

  const callsBesideProfiles = async ({
    accessLog,
    events,
    ledger,
    profiles,
    service,
    tokens,
  }: Client): Promise<void> => {
    unwrap(await service.readHealth());
    unwrap(await service.readSettings({ language: 'de' }));
    expect(unwrap(await service.readOAuthMetadata()).token_endpoint).to.match(/\/api\/auth\/token$/);
    expect(unwrap(await service.readDocs())).to.include('<html');
    expect(unwrap(await service.readProblem('not_found'))).to.include('not_found');
    const { access_token: token } = unwrap(await tokens.issue({ scope: 'profiles:read' }));
    unwrap(await tokens.revoke({ token }));
    unwrap(await profiles.list({ status: ['approved', 'canceled'], limit: 1 }));
    for await (const profile of profiles.iterateSummaries({ sort: 'updated_at', limit: 1 }))
      expect(profile.id).to.be.a('string');
    await untilOk(() => ledger.readCheckpoint());
    unwrap(await events.read({ limit: 1 }));
    unwrap(await accessLog.read());
  };

  /** What the page of the person does, at the desk and then on a telephone. */
  const callsOfPerson = async ({ profiles }: Client, baseUrl: string, exchanges: Exchange[]): Promise<void> => {
    const created = unwrap(await profiles.create({ reference: 'from-desk-to-telephone' }));
    const desk = flowOf(baseUrl, created.verification_url, exchanges);
    unwrap(await desk.reportStep({ step: 'handoff', outcome: 'shown', duration_ms: 20 }));
    const capture = await desk.submitLivenessCapture('of-nobody', photo());
    expect(capture.ok ? 'ok' : capture.problem.code).to.equal('consent_required');
    const { code } = unwrap(await desk.createHandoff());
    expect(code).to.have.length.below(400);
    const options = { baseUrl, fetch: recordingFetch(exchanges) };
    const { flow_token: flowToken, profile_id: profileId } = unwrap(await redeemHandoff(options, code));
    const again = await redeemHandoff(options, code);
    expect(again.ok ? 'ok' : again.problem.code).to.equal('not_found');
    const telephone = createFlowClient({ baseUrl, profileId, flowToken });
    expect(unwrap(await telephone.getProfile()).id).to.equal(created.profile.id);
    expect(unwrap(await desk.getProfile()).status).to.equal('in_progress');
    const { code: replaced } = unwrap(await telephone.createHandoff());
    unwrap(await profiles.renewFlowToken(created.profile.id));
    for (const ended of [await desk.getProfile(), await telephone.getProfile(), await desk.createHandoff()])
      expect(ended.ok ? 'ok' : ended.problem.code).to.equal('invalid_token');
    const dead = await redeemHandoff(options, replaced);
    expect(dead.ok ? 'ok' : dead.problem.code).to.equal('not_found');
  };

  const callsForWebhooks = async ({ events, webhookEndpoints }: Client, url: string): Promise<void> => {
    const first = unwrap(await events.read({ limit: 1 })).data[0]?.id ?? '';
    const { endpoint, ping, secret } = unwrap(await webhookEndpoints.create({ url, types: ['profile.erased'] }));
    expect([endpoint.status, ping.failure]).to.deep.equal(['unverified', 'connection_refused']);
    const { id } = endpoint;
    expect(unwrap(await webhookEndpoints.rotateSecret(id)).secret).not.to.equal(secret);
    expect(unwrap(await webhookEndpoints.ping(id)).ping.delivered).to.equal(false);
    expect(unwrap(await webhookEndpoints.replay(id, { event: first })).events).to.equal(1);
    const { status } = unwrap(await webhookEndpoints.update(id, { status: 'disabled' }));
    expect([status, unwrap(await webhookEndpoints.get(id)).status]).to.deep.equal(['disabled', 'disabled']);
    expect(unwrap(await webhookEndpoints.list()).data.map((one) => one.id)).to.include(id);
    for await (const one of webhookEndpoints.iterateTries(id)) expect(one.outcome).to.equal('failed');
    for await (const { event_id: event } of webhookEndpoints.iterateDeadLetters(id)) expect(event).to.equal(first);
    expect(unwrap(await webhookEndpoints.delete(id)).deleted).to.equal(true);
  };

  it('calls every operation of the description', async () => {
    const { base_url: baseUrl } = sandbox().info;
    const exchanges: Exchange[] = [];
    const client = clientAt(baseUrl, { fetch: recordingFetch(exchanges) });
    const operations = operationsOf(unwrap(await client.service.readContract()));
    await callsOfPartner(client);
    await callsBesideProfiles(client);
    await callsOfPerson(client, baseUrl, exchanges);
    await callsForWebhooks(client, `http://127.0.0.1:${await freePort()}/hooks`);
    const uncalled = operations.filter((operation) => !exchanges.some((one) => isCallOf(operation, one)));
    // The sandbox's own liveness takes no captures, which the call was told.
    expect(uncalled.map(({ id }) => id)).to.deep.equal(['submitLivenessCapture']);
    expect(operations.length).to.be.at.least(44);
  });

  it('takes a person to the decision with a flow token alone', async () => {
    const { base_url: baseUrl } = sandbox().info;
    const client = clientAt(baseUrl);
    const created = unwrap(await client.profiles.create({ reference: 'by-the-person', ...sandboxScenario }));
    const flow = flowOf(baseUrl, created.verification_url, []);
    const { consent: texts } = unwrap(await flow.readSettings());
    expect(texts.current?.text_version).to.equal('1');
    unwrap(await flow.updateProfile({ consent }));
    unwrap(await flow.updateProfileWithFiles({ document_front: photo() }));
    const analysis = unwrap(await flow.analyzeDocumentWithFiles({ document_front: photo() }));
    expect(analysis.reasons).to.deep.equal([]);
    const { session_id: session } = unwrap(await flow.openLivenessSession());
    unwrap(await flow.issueBrowserCredentials());
    expect(unwrap(await flow.readLivenessResult(session)).live).to.equal(true);
    expect(unwrap(await client.profiles.get(created.profile.id)).status).to.equal('approved');
    const ended = await flow.updateProfile({ language: 'de' });
    expect(ended.ok ? 'ok' : ended.problem.code).to.equal('flow_ended');
  });

  describe('behind a connection that loses 30 % of the answers', () => {
    let proxy: LossyProxy;
    before(async () => {
      const concerns = (path: string) => /^\/api\/(profiles\/create|events)/.test(path);
      proxy = await startLossyProxy(sandbox().info.base_url, { seed: 16, share: 0.3, concerns });
    });
    after(() => proxy.close());

    const count = runs(1000, 20);
    const run = `lossy-${count}`;
    const ids = new Set<string>();

    it(`makes exactly ${count} profiles by ${count} creates`, async () => {
      const client = clientAt(proxy.url, { maxTries: 30 });
      const numbers = Array.from({ length: count }, (_, i) => i);
      const outcomes: string[] = [];
      let replayed = 0;
      const worker = async (): Promise<void> => {
        for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
          const result = await client.profiles.create({ reference: `${run}-${next}`, metadata: { run } });
          const { outcome, profile } = unwrap(result);
          outcomes.push(outcome);
          ids.add(profile.id);
          if (result.ok && result.headers.get('idempotent-replayed') === 'true') replayed += 1;
        }
      };
      await Promise.all(Array.from({ length: 20 }, worker));
      // A create under another key would find the profile of the first one: `reused`.
      expect(new Set(outcomes)).to.deep.equal(new Set(['created']));
      expect([outcomes.length, ids.size]).to.deep.equal([count, count]);
      expect(proxy.lost()).to.be.within(count * 0.2, count * 0.8);
      expect(replayed).to.be.at.least(count * 0.15);
      const listed = new Set<string>();
      for await (const { id } of clientAt(sandbox().info.base_url).profiles.iterateSummaries({
        metadata: { run },
        limit: 100,
      }))
        listed.add(id);
      expect(listed).to.deep.equal(ids);
    });

    it('follows the feed through the cuts and a new beginning, and sees each event once', async () => {
      const client = clientAt(proxy.url, { maxTries: 2 });
      const seen: Event[] = [];
      const mine = () => seen.filter(({ data, type }) => type === 'profile.created' && ids.has(data.id));
      let cursor: string | undefined;
      const followUntil = async (enough: () => boolean): Promise<void> => {
        for await (const page of client.events.follow({ after: cursor, limit: Math.ceil(count / 20) })) {
          seen.push(...page.events);
          cursor = page.cursor;
          if (enough()) return;
        }
      };
      const lostBefore = proxy.lost();
      await followUntil(() => mine().length >= count / 2);
      await followUntil(() => mine().length >= count);
      expect(new Set(mine().map(({ data }) => data.id))).to.deep.equal(ids);
      expect(new Set(seen.map(({ id }) => id)).size).to.equal(seen.length);
      expect(proxy.lost()).to.be.greaterThan(lostBefore);
    });
  });
});
