import { expect } from 'chai';
import { httpConfig, openServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';

const origin = 'https://id.example';

describe('the address of the API, where the console has another', () => {
  it('makes no session and takes none, in whatever way its name is written', async () => {
    const staff = staffInMemory();
    const site = { origin: () => origin, isSecure: true, method: 'password', apiHost: 'api.example' } as const;
    const server = await openServer({
      config: { ...httpConfig, staff: site },
      services: stubServices(staff.services),
    });
    const cookie = `__Host-portcullis-staff=${await staff.signIn(staffMember(['admin']))}`;
    const statusesAt = async (host: string) => {
      const signIn = await server.send({
        method: 'POST',
        path: '/api/staff/session',
        headers: { 'content-type': 'application/json', host, origin },
        body: JSON.stringify({ username: 'nobody', password: 'of nobody', code: '123456' }),
      });
      const me = await server.send({ path: '/api/staff/me', headers: { cookie, host } });
      return [signIn.status, me.status];
    };
    for (const host of ['api.example', 'API.example', 'api.example:443'])
      expect(await statusesAt(host), host).to.deep.equal([403, 403]);
    for (const host of ['id.example', 'backend-api:8000'])
      expect(await statusesAt(host), host).to.deep.equal([401, 200]);
    await server.close();
  });
});
