import { systemClock } from '@portcullis/adapter-memory';
import { openidStaffProvider } from '@portcullis/adapter-openid';
import type { HttpConfig, StaffSite } from '@portcullis/http';
import { createVendorClient } from '@portcullis/vendor-client';
import type { MemoryClock } from '#adapters/memory/clock';
import type { OpenidProvider } from '../servers/openid-provider.ts';
import { httpConfig, openServer } from './server.ts';
import { stubServices } from './stub-services.ts';
import { staffInMemory } from './the-staff.ts';

const limits = {
  deadlineMs: 5000,
  maxBytes: 256 * 1024,
  concurrency: 10,
  queue: 20,
  maxAttempts: 1,
  breaker: { failures: 100, openMs: 1000 },
};

/** A console whose staff sign in at this provider, with the causes of what was refused. Sessions are in memory. */
export const openOpenidConsole = async (
  { client, issuer }: Pick<OpenidProvider, 'issuer' | 'client'>,
  site: Omit<StaffSite, 'method'>,
  config: Partial<HttpConfig> = {},
  team = 'team_id',
  clock?: MemoryClock,
) => {
  const causes: string[] = [];
  const staffProvider = openidStaffProvider({
    issuer,
    ...client,
    claims: { roles: 'roles', partner: 'partner_id', team },
    secret: 'the secret of this service, of tests',
    clientFor: (origins) =>
      createVendorClient({ provider: 'openid', origins, limits, random: () => 0, observe: () => undefined }),
    clock: clock ?? systemClock,
  });
  const staff = staffInMemory(clock, false, staffProvider, (cause) => causes.push(cause));
  const server = await openServer({
    config: { ...httpConfig, ...config, staff: { ...site, method: 'openid' } },
    services: stubServices(staff.services),
  });
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), staffProvider.close()]);
  };
  return { causes, close, server, staffProvider, staff };
};
