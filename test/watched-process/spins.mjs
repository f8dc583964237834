import { spawn } from 'node:child_process';

// What it has started goes on too, and neither hears of anything.
const started = spawn('sleep', ['600'], { stdio: 'ignore' });
process.send?.({ pids: [process.pid, started.pid] }, () => {
  for (;;);
});
