import { closedObject, IdCodec } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { routesFor } from '#http/server';
import { httpConfig } from '../../../support/http/server.ts';
import { staffTriesOf } from './staff-places.ts';

const routes = routesFor(httpConfig);

describe("the tries of staff at others' ids", () => {
  it('follow from the routes, each field of which is known to name something or nothing', () => {
    expect(staffTriesOf(routes).undeclared).to.deep.equal([]);
  });

  it('have every route for staff with a parameter in its path', () => {
    const tried = staffTriesOf(routes).tries.map(({ place }) => place);
    const withParameter = routes.filter(({ access, path }) => access.includes('staff') && path.includes(':'));
    const missing = withParameter.filter(
      ({ method, path }) => !tried.some((place) => place.startsWith(`${method} ${path}:`)),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });

  it('miss nothing of a route that is new', () => {
    const [route] = routes.filter(({ path }) => path === '/api/reviews/:id');
    if (route === undefined) throw new Error('there is no case');
    const ofMore = { ...route, path: '/api/more/:id', query: closedObject({}, { other_id: IdCodec }) };
    expect(staffTriesOf([ofMore]).undeclared).to.deep.equal([
      'GET /api/more/:id: id in the path',
      'GET /api/more/:id: other_id in the query',
    ]);
  });
});
