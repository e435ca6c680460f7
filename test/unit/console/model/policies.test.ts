import { expect } from 'chai';
import { draftOf, versionBefore, versionsInUse } from '#console/model/policies';
import { changesBetween, readDocument, textOf } from '#console/model/policy-changes';
import { pathsOf } from '#console/model/policy-paths';
import { fragmentOf, readRoute } from '#console/model/route';
import type { PolicySummary } from '#console/model/wire';
import { aPolicy } from '../../../support/builders/policies.ts';

const summary = (id: string, version: string): PolicySummary => ({
  object: 'policy',
  id,
  version,
  digest: 'ab'.repeat(32),
  is_own: false,
});

describe('the changes of a draft of a policy', () => {
  it('are the values that differ, by their pointers, and those that only one of the two has', () => {
    const before = { a: 1, b: { c: [1, 2], 'd/e~': true }, gone: null };
    const after = { a: 2, b: { c: [2, 1], 'd/e~': false, f: 'x' } };
    expect(changesBetween(before, after)).to.deep.equal([
      { pointer: '/a', before: '1', after: '2' },
      { pointer: '/b/c', before: '[1,2]', after: '[2,1]' },
      { pointer: '/b/d~1e~0', before: 'true', after: 'false' },
      { pointer: '/b/f', before: null, after: '"x"' },
      { pointer: '/gone', before: 'null', after: null },
    ]);
    expect(changesBetween(after, structuredClone(after))).to.deep.equal([]);
  });

  const zone = { id: 'zone', steps: ['consent'], optionalSteps: [], checks: { liveness: 'required' } };
  const licence = { id: 'licence', steps: ['consent'], optionalSteps: [], checks: { liveness: 'optional' } };

  it('name a path by its id, so that one that comes before it changes nothing of it', () => {
    const before = { paths: [zone], always: {} };
    const after = { paths: [licence, { ...zone, steps: ['liveness'] }], always: { velocity: 'required' } };
    expect(changesBetween(before, after)).to.deep.equal([
      { pointer: '/paths', before: '["zone"]', after: '["licence","zone"]' },
      { pointer: '/paths/licence/steps', before: null, after: '["consent"]' },
      { pointer: '/paths/licence/optionalSteps', before: null, after: '[]' },
      { pointer: '/paths/licence/checks/liveness', before: null, after: '"optional"' },
      { pointer: '/paths/zone/steps', before: '["consent"]', after: '["liveness"]' },
      { pointer: '/always/velocity', before: null, after: '"required"' },
    ]);
  });

  it('are none between a document without paths and its form with one', () => {
    const { id: _, ...rules } = zone;
    const withPath = { minimumAge: 18, paths: [{ ...zone, id: 'document' }], always: {} };
    expect(changesBetween({ minimumAge: 18, ...rules }, withPath)).to.deep.equal([]);
    expect(changesBetween(withPath, { minimumAge: 18, ...rules })).to.deep.equal([]);
  });

  it('are read out of what is typed where it is the JSON of an object', () => {
    expect(readDocument(textOf({ ...aPolicy() }))).to.deep.equal(aPolicy());
    for (const text of ['', '{', '[]', '1', 'null', '"x"']) expect(readDocument(text), text).to.equal(null);
  });
});

describe('the paths of a policy', () => {
  it('are listed in its order, with the checks of every path', () => {
    const checks = { liveness: 'required', face_match: 'optional' };
    const path = { id: 'zone', steps: ['consent'], optionalSteps: ['device'], checks };
    const shown = {
      id: 'zone',
      steps: ['consent'],
      optionalSteps: ['device'],
      required: ['liveness', 'velocity'],
      optional: ['face_match'],
    };
    const policy = { paths: [path, { ...path, id: 'other' }], always: { velocity: 'required' } };
    expect(pathsOf(policy)).to.deep.equal([shown, { ...shown, id: 'other' }]);
  });

  it('are one for a document without paths, and none for what is no document', () => {
    const [path, ...others] = pathsOf({ ...aPolicy() });
    expect([path?.id, path?.steps]).to.deep.equal(['document', ['consent', 'document_front', 'liveness']]);
    expect(others).to.deep.equal([]);
    for (const paths of [[], {}, [1], [{}], null]) expect(pathsOf({ paths })).to.deep.equal([]);
    const twice = { id: 'zone', steps: null, checks: [] };
    expect(pathsOf({ paths: [twice, twice] }).map(({ id, steps }) => [id, steps])).to.deep.equal([['zone', []]]);
  });
});

describe('the versions of policies', () => {
  const policies = [summary('standard', '3'), summary('mine', '1'), summary('mine', '2'), summary('other', '1')];

  it('in use are those of each id that were added last', () => {
    expect(versionsInUse(policies).map(({ id, version }) => `${id} ${version}`)).to.deep.equal([
      'standard 3',
      'mine 2',
      'other 1',
    ]);
    expect(versionBefore(policies, 'mine')).to.deep.equal(summary('mine', '2'));
    expect(versionBefore(policies, 'new')).to.deep.equal(summary('standard', '3'));
    expect(versionBefore([], 'new')).to.equal(null);
  });

  it('that a draft begins with follow the one that it is begun from', () => {
    const next = (id: string, version: string) => {
      const { id: name, version: number } = draftOf({ ...summary(id, version), policy: { id, version, x: 1 } });
      return `${name} ${number}`;
    };
    expect(next('standard', '1+specimens')).to.equal('own 1');
    expect(next('mine', '9')).to.equal('mine 10');
    expect(next('mine', '2026-05')).to.equal('mine 2026-6');
    expect(next('mine', 'final')).to.equal('mine final-2');
    expect(next('mine', 'x'.repeat(40)).length).to.equal('mine '.length + 40);
  });

  it('have addresses that are read as they were written, and nothing else is taken for one', () => {
    const routes = [
      { name: 'policies' },
      { name: 'policy', id: 'standard', version: '1+specimens' },
      { name: 'draft', id: 'p7f2k9x0m4c8v1b' },
    ] as const;
    for (const route of routes) expect(readRoute(fragmentOf(route))).to.deep.equal(route);
    for (const fragment of ['#/policies/standard', '#/policies/Standard/3', '#/policy-drafts/x', '#/policies/a/b/c'])
      expect(readRoute(fragment), fragment).to.deep.equal({ name: 'unknown' });
  });
});
