import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { sendRequest, textOf } from '../../support/clients/api-client.ts';
import {
  type PartnerClient,
  partnerProfile,
  partnerWords,
  playJourney,
  sandboxScenario,
} from '../../support/clients/journey.ts';
import { filesWith } from '../../support/repository/find-bytes.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const Secrets = t.type({ data_keys: t.string });

describe('the data of a person at rest', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  it('is in no file of the database, its journal and its storage after a complete journey', async () => {
    const { folder, info } = sandbox();
    const partner: PartnerClient = { baseUrl: info.base_url, token: info.token, choose: sandboxScenario };
    const { person, status } = await playJourney(partner, 'approve');
    expect(status).to.equal('approved');
    const id = person.profileId;
    const event = { type: 'partner.called', data: { said: 'QQCALLEDQQ by phone' } };
    const path = `/api/verification_history/${id}`;
    const posted = await sendRequest(info.base_url, { method: 'POST', path, token: info.token, json: event });
    expect(posted.status, textOf(posted)).to.equal(201);

    const records = join(folder, 'pb_data');
    const { files } = await partnerProfile(partner, id);
    const seen = textOf(await sendRequest(info.base_url, { path: `/api/profiles/${id}`, token: info.token }));
    for (const word of [partnerWords.reference, partnerWords.note, 'ERIKSSON']) expect(seen, word).to.include(word);
    for (const word of [partnerWords.reference, partnerWords.note, 'QQCALLEDQQ', 'ERIKSSON', 'Eriksson', 'L898902C3']) {
      expect(filesWith(records, word), word).to.deep.equal([]);
    }
    expect(files).to.not.have.length(0);
    for (const file of files) {
      const photo = await sendRequest(info.base_url, {
        path: `/api/profiles/${id}/files/${file.id}`,
        token: info.token,
      });
      const half = Math.floor(photo.bytes.length / 2);
      const middle = Buffer.from(photo.bytes).subarray(half, half + 40);
      expect(middle.length).to.be.greaterThan(20);
      expect(filesWith(records, middle), file.id).to.deep.equal([]);
    }
    // The search key stays in plain text, which shows that these files are really searched.
    expect(filesWith(records, id)).to.not.deep.equal([]);
    const { data_keys: keys } = t.exact(Secrets).encode(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')));
    expect(filesWith(records, keys.split(':')[1] ?? '')).to.deep.equal([]);
  });
});
