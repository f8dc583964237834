import { spawn } from 'node:child_process';

// Its own child keeps running as well, and neither processes events.
const started = spawn('sleep', ['600'], { stdio: 'ignore' });
process.send?.({ pids: [process.pid, started.pid] }, () => {
  for (;;);
});
