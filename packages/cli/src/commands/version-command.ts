import { version } from '@portcullis/app/configuration';
import { defineCommand } from '../command/command-line.ts';

/** `npx portcullis version`: says which release this is. */
export const versionCommand = defineCommand({
  name: 'version',
  description: 'Says which release this is, as --version does behind every command.',
  notes: 'Exit code: 0 when it was said.',
  crashMessage: 'The release could not be said',
  build: (line, { finish }) => line.action(() => finish({ code: 0, lines: [version], objects: [{ version }] })),
});
