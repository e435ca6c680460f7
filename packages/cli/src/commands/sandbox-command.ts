import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, parsedBy } from '../command/command-line.ts';
import type { CommandResult } from '../command/command-result.ts';
import { mostAheadMs, moveAhead, readAheadMs } from '../sandbox/clock-file.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const parseDuration = parsedBy((text) => {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  return ms > 0 && ms <= mostAheadMs ? ms : null;
}, 'It must be a number with s, m, h or d, such as 30d.');

const timeResult = (aheadMs: number): CommandResult => {
  const now = new Date(Date.now() + aheadMs).toISOString();
  return { code: 0, lines: [`In the sandbox it is ${now}.`], objects: [{ now, ahead_ms: aheadMs }] };
};

const tooFar: CommandResult = {
  code: 1,
  lines: [
    'The clock of a sandbox goes a hundred years ahead, and no further. Begin again with npm run sandbox -- --fresh.',
  ],
};

/** `npx portcullis sandbox`: moves the clock of a sandbox. */
export const sandboxCommand = defineCommand({
  name: 'sandbox',
  description:
    'Moves the clock of the sandbox in SANDBOX_DIR or .sandbox, so that you can rehearse what becomes due: the end of a link, of an approval and of retention, a token that has expired. It is the clock of all profiles, it moves ahead alone, and it stays where it is until npm run sandbox -- --fresh. A service has no such clock.',
  notes:
    'Exit code: 0 when it was done, 1 when there is no sandbox in the folder, or it would be more than a hundred years ahead.',
  crashMessage: 'The clock could not be moved',
  build: (line, { env, finish }) => {
    const inFolder = (use: (folder: string) => number | null): Promise<void> => {
      const folder = env['SANDBOX_DIR'] || '.sandbox';
      if (existsSync(join(folder, 'sandbox.json'))) {
        const aheadMs = use(folder);
        return finish(aheadMs === null ? tooFar : timeResult(aheadMs));
      }
      return finish({ code: 1, lines: [`There is no sandbox in ${folder}. Start one with npm run sandbox.`] });
    };
    line
      .command('advance')
      .description('moves the clock ahead, and says what time it is then')
      .argument('<duration>', 'by how much, such as 30d, 12h, 90m or 45s', parseDuration)
      .action((ms) => inFolder((folder) => moveAhead(folder, ms)));
    line
      .command('time')
      .description('says what time it is in the sandbox')
      .action(() => inFolder(readAheadMs));
  },
});
