/** Tries what a parser that was taken over would try, and says what came of it. Argument: the one file it may read. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [, , given = '', secret = ''] = process.argv;

/** @param {() => unknown} attempt */
const outcome = (attempt) => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code;
  }
};

process.send?.(
  {
    given: outcome(() => readFileSync(given)),
    secret: outcome(() => readFileSync(secret)),
    system: outcome(() => readFileSync('/etc/hostname')),
    write: outcome(() => writeFileSync(`${given}.out`, 'x')),
    overwrite: outcome(() => writeFileSync(given, 'x')),
    program: outcome(() => spawnSync('true')),
  },
  () => process.exit(0),
);
