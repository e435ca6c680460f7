import { expect } from 'chai';
import { filesBelow, textOf } from '../support/repository/files.ts';

const sources = filesBelow('packages').filter((path) => /\/src\/.*\.tsx?$|\/bin\/.*\.mjs$/.test(path));

/** A copy of a value of this process, which was written as a text just now, is no text of others. */
const pastTheGate = /\bJSON\.parse\b(?!\(JSON\.stringify\()/;

/** The files that parse JSON by themselves, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/adapters/pocketbase/src/client/transport.ts':
    'the `json` of a response in place of that of `fetch`, which throws for a text that is no JSON',
  'packages/app/bin/verify-pack.mjs': 'a program of Node alone, which goes with an evidence pack',
  'packages/cli/src/command/read-policy-file.ts': 'whoever writes the policy is told at which place it is no JSON',
  'packages/client/src/calls/answer.ts': 'the client imports no other package',
  'packages/client/src/webhooks.ts': 'the client imports no other package',
  'packages/console/src/model/policy-changes.ts': 'the console imports no other package',
  'packages/domain/src/kernel/json.ts': 'the gate itself',
  'packages/http/src/routes/pages/guide-forms.ts': 'a script that runs in the browser of a reader',
};

describe('a JSON text', () => {
  it('is parsed by `kernel/json.ts` alone, but for the files that are listed with a reason', () => {
    const found = sources.filter((path) => pastTheGate.test(textOf(path)));
    expect(found).to.have.members(Object.keys(exceptions));
  });

  it('is found where something else parses it', () => {
    for (const line of ['const a = JSON.parse(text);', 'texts.map(JSON.parse)', 'JSON.parse(\n  text,\n)'])
      expect(pastTheGate.test(line), line).to.equal(true);
    expect(pastTheGate.test('JSON.parse(JSON.stringify(value))')).to.equal(false);
  });
});
