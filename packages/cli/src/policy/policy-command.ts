import { PolicyCodec } from '@portcullis/domain/serialization';
import { schemaOf } from '@portcullis/http';
import { defineCommand, recordsAway, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { addPolicy, lintFiles } from './policy-files.ts';
import { listPolicies, showPolicy, showVersionsInUse } from './show-policies.ts';

/** The format of a policy document, as JSON Schema 2020-12. */
const policySchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A policy of Portcullis',
  ...schemaOf(PolicyCodec, new Map()),
});

/** `npx portcullis policy`: lints, adds, lists and shows policies. */
export const policyCommand = defineCommand({
  name: 'policy',
  description: 'Lints, adds and shows policies.',
  notes: `add, list and show: ${recordsNeeds} Only "show standard" does not need it. Exit code: 0 when all is well; 1 when a policy has an error, is kept already or is not there, or ${recordsRefused}; ${recordsAway()}.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish, output }) => {
    line
      .command('lint')
      .description('says what is wrong with the policies in these files')
      .argument('<files...>')
      .action((files) => finish(lintFiles(files, output)));
    line
      .command('add')
      .description('lints a policy and keeps it, for every partner or for one')
      .argument('<file>')
      .option('--partner <id>', 'for this partner alone')
      .action((file, { partner = null }) => finish(addPolicy(env, file, partner)));
    line
      .command('list')
      .description('lists the policies that were added: id, version, for whom, digest')
      .action(() => finish(listPolicies(env)));
    line
      .command('show')
      .description(
        'prints a policy as JSON ("show standard > mine.json" is the way to begin); without an id, lists the version of each policy that new profiles get',
      )
      .argument('[id]')
      .argument('[version]', 'the one that was added last without it')
      .action((id, version) =>
        finish(id === undefined ? showVersionsInUse(env) : showPolicy(env, id, version ?? null, output)),
      );
    line
      .command('schema')
      .description('prints what a policy must be, as JSON Schema')
      .action(() => finish({ code: 0, lines: [JSON.stringify(policySchema(), null, 2)], objects: [policySchema()] }));
  },
});
