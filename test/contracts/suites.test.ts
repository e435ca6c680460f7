import { basename } from 'node:path';
import * as contracts from '@portcullis/contracts';
import { createVerification } from '@portcullis/domain';
import { expect } from 'chai';
import { filesBelow, textOf } from '../support/repository/files.ts';

/** The rows of the tables that say which suite a port has. */
const rows = textOf('packages/contracts/README.md')
  .split('\n')
  .flatMap((line) => {
    const [, port = '', suites = ''] = /^\| (`.+`.*) \| (.+) \|$/.exec(line) ?? [];
    return port === '' ? [] : [{ port: port.replaceAll('`', ''), suites }];
  });
const suitesIn = (text: string): readonly string[] => text.match(/\w+Contract\b/g) ?? [];

/** The ports that are files of a folder, by the names of their files; a file without a function has none. */
const portsBelow = (folder: string): readonly string[] =>
  filesBelow(folder)
    .filter((path) => textOf(path).includes('=>'))
    .map((path) => basename(path, '.ts').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()));

describe('the table of ports and suites', () => {
  it('has a suite for every port of the verification of people, or says why there is none', () => {
    expect(rows.map(({ port }) => port)).to.include.members([...createVerification.ports]);
    for (const { port, suites } of rows) expect(suites, port).to.match(/^(`\w+Contract`(, |$))+$|^none: ./);
  });

  it('has a suite for every port of the events and of the back office, or says why there is none', () => {
    const beside = ['packages/events/src/ports', 'packages/backoffice/src/ports'].flatMap(portsBelow);
    expect(beside).to.have.length.at.least(18);
    expect(rows.flatMap(({ port }) => port.split(', '))).to.include.members(beside);
  });

  it('names every suite of the package, and no other', () => {
    expect(rows.flatMap(({ suites }) => suitesIn(suites))).to.have.members(Object.keys(contracts));
  });
});
