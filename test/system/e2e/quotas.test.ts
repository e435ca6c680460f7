import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { type PersonClient, performStep, personClientAt, readReply } from '../../support/clients/api-client.ts';
import { newPerson } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { photoOf } from '../../support/images/specimens.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import type { Program } from '../../support/servers/program.ts';
import { listenerUrl, startService } from '../../support/servers/service-program.ts';

const Problem = t.type({ code: t.string });
const mebibyte = 1_048_576;

describe('what one partner may store and pay for, over two instances of the service', function () {
  this.timeout(120_000);
  let production: Production;
  let second: Program | null = null;
  before(async () => {
    production = await openProduction({
      LIMIT_PROFILE_BYTES: String(mebibyte),
      BUDGET_DOCUMENT_READINGS_PER_DAY: '1',
    });
  });
  after(async () => {
    second?.child.kill('SIGTERM');
    await second?.ended;
    await second?.remove();
    await production.close();
  });

  const aConsentingPerson = async (): Promise<PersonClient> => {
    const person = await newPerson({ ...production, choose: () => ({}) }, 'approve');
    await performStep(person, 'consent', 'td3-valid');
    return person;
  };

  /** One of two photos, of which each replaces the other: the same one again would be stored once. */
  const form = (turn = 0): FormData => {
    const photo = new FormData();
    const { bytes } = photoOf(turn % 2 === 0 ? 'td3-valid' : 'td3-expired');
    photo.append('document_front', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
    return photo;
  };
  const upload = ({ ask, profileId }: PersonClient, turn = 0) =>
    ask({ method: 'PATCH', path: `/api/profiles/${profileId}`, form: form(turn) });
  const analyze = ({ ask }: PersonClient) => ask({ method: 'POST', path: '/api/ai/document-analysis', form: form() });

  const metricsAt = async (url: string): Promise<string> =>
    (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text();
  const numberIn = (metrics: string, name: string): number =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0,
    );

  inFull('ends where the limits and the budget of the day say, is told by problems, and is measured', async () => {
    const person = await aConsentingPerson();
    readReply(t.type({ object: t.literal('document_analysis') }), await analyze(person));
    let stored = 1;
    for (; stored < 20 && (await upload(person, stored)).status === 200; stored += 1);
    expect(stored, 'photos stored').to.be.within(3, 12);
    expect(readReply(Problem, await upload(person, stored), 413).code).to.equal('profile_storage_full');

    second = startService({ ...production.environment, LIMIT_TENANT_BYTES: String(mebibyte) });
    const url = await listenerUrl(second, 'ready');
    const management = await listenerUrl(second, 'management_listening');
    const storedBytes = async () =>
      numberIn(await metricsAt(management), 'portcullis_tenant_stored_bytes{partner_id="p1"}');
    while ((await storedBytes()) === 0) await sleep(250);
    expect(await storedBytes()).to.be.within(mebibyte / 2, mebibyte);

    const other = await aConsentingPerson();
    const there = personClientAt(url, other.profileId, other.flowToken);
    expect(readReply(Problem, await upload(there), 413).code).to.equal('tenant_storage_full');
    const refused = await analyze(other);
    expect(readReply(Problem, refused, 429).code).to.equal('provider_budget_exhausted');
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 86_400);
    const here = await metricsAt(production.managementUrl);
    const elsewhere = await metricsAt(management);
    expect([
      numberIn(here, 'portcullis_refusals_total{code="profile_storage_full"}'),
      numberIn(here, 'portcullis_refusals_total{code="provider_budget_exhausted"}'),
      numberIn(here, 'portcullis_vendor_budget_refusals_total{provider="document_reader"}'),
      numberIn(elsewhere, 'portcullis_refusals_total{code="tenant_storage_full"}'),
    ]).to.deep.equal([2, 1, 1, 1]);
  });
});
