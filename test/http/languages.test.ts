import { reasonCodes, TE, toldSentence } from '@portcullis/domain';
import { openApiDocument } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer } from '../support/http-server.ts';
import { ada, standInServices, theView } from '../support/http-services.ts';

describe('the language of a person', () => {
  for (const language of ['de-AT', 'ar']) {
    it(`is the one in which their browser is told reasons: ${language}`, async () => {
      const view = { ...theView, profile: { ...theView.profile, language } };
      const server = await openServer({ services: standInServices({ getProfile: () => TE.right(view) }) });
      const received = await server.send({ path: `/api/profiles/${ada}`, headers: { authorization: 'Bearer flow' } });
      await server.close();
      const blurred = { code: 'document_blurry', message: toldSentence('document_blurry', language) };
      expect(received.json).to.deep.include({ language, status_reasons: [blurred] });
      expect(blurred.message).not.to.equal(toldSentence('document_blurry', 'en'));
    });
  }
});

describe('the reasons in the API description', () => {
  it('are those of the table, all of them and no others', () => {
    const enums = [...JSON.stringify(openApiDocument(httpConfig)).matchAll(/"enum":(\["document_missing",[^\]]*\])/g)];
    expect(enums.length).to.be.greaterThan(0);
    for (const [, listed = '[]'] of enums) expect(JSON.parse(listed)).to.deep.equal(reasonCodes);
  });
});
