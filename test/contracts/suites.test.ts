import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@portcullis/contracts';
import { createVerification } from '@portcullis/domain';
import { expect } from 'chai';

/** The rows of the tables that say which suite a port has. */
const rows = readFileSync(join(process.cwd(), 'packages/contracts/README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, port = '', suites = ''] = /^\| (`.+`.*) \| (.+) \|$/.exec(line) ?? [];
    return port === '' ? [] : [{ port: port.replaceAll('`', ''), suites }];
  });
const suitesIn = (text: string): readonly string[] => text.match(/\w+Contract\b/g) ?? [];

describe('the table of ports and suites', () => {
  it('has a suite for every port of the verification of people, or says why there is none', () => {
    expect(rows.map(({ port }) => port)).to.include.members([...createVerification.ports]);
    for (const { port, suites } of rows) expect(suites, port).to.match(/^(`\w+Contract`(, |$))+$|^none: ./);
  });

  it('names every suite of the package, and no other', () => {
    expect(rows.flatMap(({ suites }) => suitesIn(suites))).to.have.members(Object.keys(contracts));
  });
});
