import { staffRoles } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { expectedAccess } from './expected-access.ts';
import { countCells, matrixCells } from './matrix.ts';
import { sessionStates } from './sessions.ts';

const cells = [...matrixCells()];

describe('the access matrix in full', () => {
  it('meets operations with sessions of staff in more than 20,000 cells', () => {
    expect(countCells(cells).staffAtOperations).to.be.greaterThan(20_000);
  });

  it('has every bearer once at every path and method', () => {
    const bearers = new Set(cells.map(({ bearer }) => bearer));
    expect(new Set([...bearers].map((one) => JSON.stringify(one))).size).to.equal(bearers.size);
    const met = new Map<string, Set<unknown>>();
    for (const { bearer, method, rule } of cells) {
      const key = `${method} ${rule.path}`;
      met.set(key, (met.get(key) ?? new Set()).add(bearer));
    }
    expect([...met].filter(([, some]) => some.size !== bearers.size)).to.deep.equal([]);
    expect(cells.length).to.equal(met.size * bearers.size);
  });

  it('has every set of roles and every state of a session at every operation of staff', () => {
    const missing = expectedAccess
      .filter(({ who }) => who.includes('staff'))
      .flatMap(({ method, path }) => {
        const met = cells.filter((cell) => cell.method === method && cell.rule.path === path);
        const bearers = met.flatMap(({ bearer }) => (bearer.kind === 'staff' ? [bearer] : []));
        const sets = new Set(bearers.filter(({ state }) => state === 'fresh').map(({ roles }) => roles.join(' ')));
        const states = new Set(bearers.map(({ state }) => state));
        return sets.size === 2 ** staffRoles.length && states.size === sessionStates.length
          ? []
          : [`${method} ${path}`];
      });
    expect(missing).to.deep.equal([]);
  });
});
