import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { theExplanation } from '../../support/http/explanation.ts';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const path = `/api/profiles/${ada}/decision`;
const headers = { authorization: 'Bearer machine' };

/** What the core is asked, and the status of the response. */
const answered = async (query = '') => {
  const asked: unknown[] = [];
  const explainDecision: Services['explainDecision'] = ({ caller, ...input }) => {
    asked.push({ ...input, client: caller.kind === 'machine' ? caller.clientId : null });
    return TE.right(theExplanation);
  };
  const server = await openServer({ services: stubServices({ explainDecision }) });
  const { status } = await server.send({ path: `${path}${query}`, headers });
  await server.close();
  return { asked, status };
};

describe('the explanation of a decision', () => {
  it('is that of the decision which was requested', async () => {
    expect((await answered()).asked).to.deep.equal([{ id: ada, seq: null, client: 'acme-backend' }]);
    expect((await answered('?seq=12')).asked).to.deep.equal([{ id: ada, seq: 12, client: 'acme-backend' }]);
    for (const query of ['?seq=0', '?seq=-1', '?seq=1.5', '?seq=', '?seq=1&seq=2', '?after=1']) {
      const { asked, status } = await answered(query);
      expect([asked, status], query).to.deep.equal([[], 400]);
    }
  });
});
