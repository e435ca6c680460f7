import { t } from '@portcullis/domain/kernel';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { openApiDocument, routesFor, staffDocument } from '#http/server';
import { describedAnswers, faultsOf } from '../support/http/described-answers.ts';
import { httpConfig, openServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';

const staffRoutes = routesFor(httpConfig).filter(
  ({ access, forConsole, path }) => (forConsole === true || access.endsWith('staff')) && path.startsWith('/api/'),
);

type Operation = { readonly operationId: string; readonly responses: { readonly [status: string]: object } };

const operationsOf = (document: { readonly paths: object }): readonly Operation[] =>
  Object.values<object>(JSON.parse(JSON.stringify(document.paths))).flatMap((methods) => Object.values(methods));

describe('the description of what staff may call', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(staffDocument(httpConfig))));
    expect(result).to.deep.include({ valid: true });
  });

  it('has every operation that a session admits to, and those of signing in', () => {
    const described = operationsOf(staffDocument(httpConfig)).map(({ operationId }) => operationId);
    expect(described).to.have.members(staffRoutes.map(({ id }) => id));
  });

  it('is no part of that of the API', () => {
    const document = openApiDocument(httpConfig);
    const ofConsole = staffRoutes.filter(({ forConsole }) => forConsole === true).map(({ id }) => id);
    expect(ofConsole).to.have.length.above(30);
    expect(operationsOf(document).filter(({ operationId }) => ofConsole.includes(operationId))).to.deep.equal([]);
    expect(document.components.schemas).to.not.have.any.keys('Review', 'StaffMember', 'StaffProfile', 'PolicyDraft');
  });

  for (const { body, id, responses } of staffRoutes)
    it(`says what ${id} answers`, () => {
      expect(responses.map(({ status }) => status)).to.not.be.empty;
      for (const { body: answered, status, type } of responses)
        expect(answered !== undefined || type !== undefined || status === 204 || status === 304, id).to.equal(true);
      if (body.json) expect(faultsOf(body.json.machine, body.example)).to.deep.equal([]);
    });
});

describe('the check of answers by their description', () => {
  const Inner = t.intersection([t.type({ a: t.string }), t.partial({ b: t.array(t.type({ c: t.number })) })]);
  const Outer = t.type({ inner: t.union([Inner, t.null]), rest: t.UnknownRecord });

  it('finds what is missing, what is of another type, and what is not described, wherever it stands', () => {
    expect(faultsOf(Outer, { inner: { a: 'x', b: [{ c: 1 }] }, rest: { any: 1 } })).to.deep.equal([]);
    expect(faultsOf(Outer, { inner: null, rest: {} })).to.deep.equal([]);
    expect(faultsOf(Outer, { inner: {}, rest: {} })).to.not.be.empty;
    expect(faultsOf(Outer, { inner: { a: 'x', b: [{ c: 1, d: 2 }] }, rest: {} })).to.deep.equal([
      '/inner/b/0/d: is not described',
    ]);
    expect(faultsOf(Outer, { inner: null, rest: {}, more: 1 })).to.deep.equal(['/more: is not described']);
  });

  it('is made of every answer in these tests, in the form of whoever asks', async () => {
    const staff = staffInMemory();
    const server = await openServer({ services: stubServices(staff.services) });
    const headers = { cookie: `__Host-portcullis-staff=${await staff.signIn(staffMember(['reviewer']))}` };
    const asked = { path: '/api/staff/me', headers };
    const answer = await server.send(asked);
    await server.close();
    const check = describedAnswers(httpConfig);
    check(asked, answer);
    const changed = (json: object) => ({ ...answer, json: { ...Object(answer.json), ...json } });
    expect(() => check(asked, changed({ roles: ['owner'] }))).to.throw('readStaffMember is answered otherwise');
    expect(() => check(asked, changed({ password: 'x' }))).to.throw('/password: is not described');
    expect(() => check(asked, { ...answer, status: 202 })).to.throw('202, which is not described');
  });
});
