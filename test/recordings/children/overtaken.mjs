// Reads a recording and finishes once it has been replaced.
import { statSync, writeFileSync } from 'node:fs';

const [wav = '', mp3 = ''] = process.argv.slice(2);
const { ino } = statSync(wav);
writeFileSync(mp3, 'of what was there before');
const looking = setInterval(() => {
  process.send?.('alive');
  if (statSync(wav, { throwIfNoEntry: false })?.ino === ino) return;
  clearInterval(looking);
  process.exit(0);
}, 20);
