/** Tries what a compromised parser would try, and reports the results. Argument: the one file it may read. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const [, , given = '', secret = '', port = ''] = process.argv;

/** @param {() => unknown} attempt */
const outcome = (attempt) => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code;
  }
};

/** @returns {Promise<string | undefined>} */
const reached = () =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve('allowed'));
    socket.on('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
  });

process.send?.(
  {
    given: outcome(() => readFileSync(given)),
    secret: outcome(() => readFileSync(secret)),
    system: outcome(() => readFileSync('/etc/hostname')),
    write: outcome(() => writeFileSync(`${given}.out`, 'x')),
    overwrite: outcome(() => writeFileSync(given, 'x')),
    program: outcome(() => spawnSync('true')),
    network: await reached(),
  },
  () => process.exit(0),
);
