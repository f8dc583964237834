// Reads a recording that another one takes the place of, and is done after that.
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';

const [wav = '', mp3 = ''] = process.argv.slice(2);
copyFileSync(wav, `${wav}.part`);
renameSync(`${wav}.part`, wav);
writeFileSync(mp3, 'of what was there before');
process.exit(0);
