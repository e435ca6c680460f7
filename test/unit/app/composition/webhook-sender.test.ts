import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { expect } from 'chai';
import { configOf, type Variables } from '../../../support/builders/configurations.ts';

/** Why each of these URLs is refused by the sender of a service with such a configuration. */
const refusals = async (variables: Variables): Promise<readonly (string | null)[]> => {
  const container = await createContainer(configOf(variables), 'vendors', silentLogger);
  const sender = container.get(Tokens.webhookSender);
  const urls = ['https://hooks.example', 'http://hooks.example', 'https://10.1.0.9', 'https://10.2.0.9'];
  const found = urls.map(sender.rejectionOf);
  await sender.close();
  return found;
};

describe('the sender of webhooks of a service', () => {
  it('sends to public addresses by https alone, unless it is configured otherwise', async () => {
    expect(await refusals({})).to.deep.equal([null, 'scheme', 'address', 'address']);
    expect(await refusals({ WEBHOOK_ALLOW_HTTP: 'true' })).to.deep.equal([null, null, 'address', 'address']);
    const listed = { WEBHOOK_ALLOW_NETWORKS: '10.1.0.0/16' };
    expect(await refusals(listed)).to.deep.equal([null, 'scheme', null, 'address']);
  });
});
