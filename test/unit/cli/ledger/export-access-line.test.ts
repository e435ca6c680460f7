import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signerFromSeed } from '@portcullis/app/evidence';
import { builtInPolicies, type Profile, policyCatalog, TE, unavailable } from '@portcullis/domain';
import type { AccessLine } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { exportPack } from '#cli/ledger/export-pack';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { aJourney } from '../../../support/services/ledger-journeys.ts';

describe('the line of the access log about an evidence pack', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let folder: string;

  beforeEach(async () => {
    await database().empty();
    folder = mkdtempSync(join(tmpdir(), 'portcullis-packs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const out = () => join(folder, 'pack');
  const deps = () => {
    const stores = storesOver(database().client);
    const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: true });
    return { ...stores, policies: policyCatalog(builtIn, stores.policyRepository) };
  };
  const linesOf = async ({ tenant }: Profile): Promise<readonly AccessLine[]> => {
    const query = { viewer: tenant, after: null, from: null, until: '9999', limit: 10 };
    return (await mustSucceed(deps().accessLog.page(query))).lines.map(({ line }) => line);
  };
  const options = ({ id }: Profile) => ({ profile: id, out: out(), personal: true, files: true });
  const signer = signerFromSeed(new Uint8Array(32));

  it('is written before the folder, with the present time, and names the operator, the profile and its tenant', async () => {
    const profile = await aJourney(database());
    const stores = deps();
    let hour = 1;
    const seen: unknown[] = [];
    const packed = exportPack(
      {
        ...stores,
        profiles: {
          getAny: (id) => async () => {
            hour = 7;
            return stores.profiles.getAny(id)();
          },
        },
        files: {
          ...stores.files,
          get: (...asked) => {
            return async () => {
              // Whoever ends the process now leaves this picture in the folder.
              seen.push(await linesOf(profile));
              return stores.files.get(...asked)();
            };
          },
        },
      },
      options(profile),
      signer,
      () => `2026-05-01T0${hour}:00:00.000Z`,
    );
    await mustSucceed(packed);
    const [line] = await linesOf(profile);
    expect(line).to.deep.include({
      at: '2026-05-01T07:00:00.000Z',
      operation: 'ledger_export',
      caller: { kind: 'operator', id: 'operator' },
      partner_id: profile.tenant.partnerId,
      team_id: profile.tenant.teamId,
      profile_id: profile.id,
      status: 200,
    });
    expect(seen[0]).to.deep.equal([line]);
  });

  it('is none where there is no such profile, and nothing is written where it cannot be', async () => {
    const profile = await aJourney(database());
    const now = () => '2026-05-01T07:00:00.000Z';
    const nobody = await exportPack(deps(), { ...options(profile), profile: 'nobodyhasthis00' }, signer, now)();
    expect(nobody).to.have.nested.property('left._tag', 'NotFound');
    expect(await linesOf(profile)).to.deep.equal([]);
    const accessLog = { append: () => TE.left(unavailable('database', 'it is away')) };
    const unlogged = await exportPack({ ...deps(), accessLog }, options(profile), signer, now)();
    expect(unlogged).to.have.nested.property('left._tag', 'Unavailable');
    expect(existsSync(out())).to.equal(false);
  });
});
